"""The promises of the repository's own files: lock files, CI, the example repository, the list of problems."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
import yaml

from cloudy_pnp import __version__, api
from cloudy_pnp.game.registry import find_game, game_ids

ROOT = Path(__file__).parents[2]
GAMES = sorted(ROOT.glob("games/*/pyproject.toml"))
COMMAND = Path(sys.executable).with_name("cloudy-pnp")
SCRIPTS = sysconfig.get_path("scripts")
TOOLS = ("chromium", "gs", "msgmerge", "nvim")  # tests are skipped without them


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_lock_pins_with_hashes_and_names_no_index(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    pinned = re.findall(r"^[a-z0-9-]+==", text, re.MULTILINE)
    assert len(pinned) > 10
    assert len(re.findall(r"^[a-z]", text, re.MULTILINE)) == len(pinned)
    for block in re.split(r"\n(?=[a-z])", text.strip()):
        assert "--hash=sha256:" in block, block.splitlines()[0]
    assert "://" not in text
    assert "index" not in text


def test_ci_runs_the_test_command_of_the_readme_and_nothing_else() -> None:
    script = (ROOT / ".ci/run").read_text("utf-8")
    assert [line for line in script.splitlines() if line.startswith("make")] == ["make test"]
    assert "make test" in (ROOT / "README.md").read_text("utf-8")


def test_every_data_file_starts_with_its_schema() -> None:
    folders = [ROOT / "cards", ROOT / "packs", *ROOT.glob("games/*/cards")]
    files = sorted(path for folder in folders for path in folder.rglob("*.yaml"))
    assert len(files) > 5
    for path in files:
        first = path.read_text("utf-8").splitlines()[0]
        match = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
        assert match, path
        assert (path.parent / match.group(1)).is_file(), path


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """A copy of the example repository, where no checkout of ours is above it."""
    return Path(shutil.copytree(ROOT / "docs/example-repo", tmp_path / "repo"))


def test_example_repository_is_sound(example: Path) -> None:
    run = subprocess.run([COMMAND, "check"], cwd=example, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "1 file, 1 card: 0 errors, 0 warnings\n")


def run_action(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the script of the composite action as the runner would."""
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    install, check = (step for step in action["runs"]["steps"] if "run" in step)
    named = re.findall(r"\$GITHUB_ACTION_PATH/([\w./-]+)", install["run"])
    assert named == ["requirements.lock", *sorted(f"games/{path.parent.name}" for path in GAMES)]
    assert all((ROOT / name).exists() for name in named)
    given = {name: value["default"] for name, value in action["inputs"].items()} | inputs
    environment = {
        **os.environ,
        **{key: given[name] for key, value in check["env"].items() for name in re.findall(r"inputs\.(\w+)", value)},
        "CLOUDY_PNP_OUT": str(folder.parent / "out"),
        "PATH": f"{COMMAND.parent}:{os.environ['PATH']}",
    }
    return subprocess.run(
        ["bash", "-c", check["run"]], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_action_reports_a_bad_spell_at_its_line(example: Path) -> None:
    spells = example / "cards/cloudy-kingdom/spells.yaml"
    spells.write_text(spells.read_text("utf-8").replace("draw: 3", "drow: 3"), "utf-8")
    run = run_action(example)
    assert run.returncode == 1
    first = run.stdout.splitlines()[0]
    assert first.startswith("::error file=cards/cloudy-kingdom/spells.yaml,line=11,col=9,title=SCHEMA-KEY::")
    assert 'did you mean "draw"?' in first
    assert run_action(example, game="cloudy-kingdom").returncode == 1
    assert run_action(example, game="harbour lights").returncode == 2
    assert run_action(example, sarif="../../escaped.sarif").returncode == 2
    assert not list(example.parents[1].rglob("escaped.sarif"))


KINDS_OF_PROJECTS = [[], ["--empty"], ["--pack"], *(["--from", game] for game in game_ids()[1:])]


@pytest.mark.parametrize("options", KINDS_OF_PROJECTS, ids=" ".join)
def test_the_action_passes_in_every_project_that_init_creates(options: list[str], tmp_path: Path) -> None:
    subprocess.run([COMMAND, "init", "my-project", *options], cwd=tmp_path, check=True, capture_output=True)
    run = run_action(tmp_path / "my-project")
    assert (run.returncode, run.stderr) == (0, "")
    assert all(re.match("::notice .*title=I18N-MISSING::", line) for line in run.stdout.splitlines()), run.stdout


def _workflows() -> dict[str, str]:
    """Every text that somebody may run as a workflow: files, and what guides show, by where it stands."""
    files = [path for folder in (".github", "docs") for path in (ROOT / folder).rglob("*") if path.is_file()]
    texts = {path: path.read_text("utf-8") for path in files if path.suffix in (".yml", ".yaml")}
    found = {path.relative_to(ROOT).as_posix(): text for path, text in texts.items() if _is_workflow(text)}
    for path in [*ROOT.glob("*.md"), *(path for path in files if path.suffix == ".md")]:
        blocks = re.findall(r"^ *```ya?ml\n(.*?)^ *```", path.read_text("utf-8"), re.MULTILINE | re.DOTALL)
        name = path.relative_to(ROOT).as_posix()
        found |= {f"{name} {number}": text for number, text in enumerate(blocks) if _is_workflow(text)}
    return found


def _is_workflow(text: str) -> bool:
    return re.search(r"^ *(- )?(jobs|steps|uses):", text, re.MULTILINE) is not None


WORKFLOWS = _workflows()
OWN = [name for name in WORKFLOWS if name.startswith(".github/")]


def test_workflows_are_found_where_there_are_some() -> None:
    """A snippet of steps alone would be judged, too: it would have to become a whole workflow."""
    assert {name.partition(" ")[0] for name in WORKFLOWS} >= {
        "docs/how-to/ci.md",
        "docs/example-repo/.github/workflows/cards.yml",
    }
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        shown = [text for name, text in WORKFLOWS.items() if name.startswith(path.relative_to(ROOT).as_posix())]
        assert path.read_text("utf-8").count("uses: ") == sum(text.count("uses: ") for text in shown), path


COMMENT = "docs/example-repo/.github/workflows/comment.yml"


@pytest.mark.parametrize("name", [name for name in WORKFLOWS if name not in (COMMENT, *OWN)])
def test_a_workflow_may_only_read_and_runs_nothing_of_a_pull_request(name: str) -> None:
    workflow = yaml.safe_load(WORKFLOWS[name])
    assert set(workflow) <= {"name", True, "permissions", "jobs"}, "no env, no defaults"
    assert workflow["permissions"] == {"contents": "read"}
    assert set(workflow[True]) <= {"push", "pull_request"}  # YAML takes "on" for true; never pull_request_target
    for job in workflow["jobs"].values():
        assert set(job) <= {"name", "runs-on", "steps"}, "no rights, no container, no workflow from elsewhere"
        for step in job["steps"]:
            assert set(step) <= {"name", "uses", "with"}, "what runs is the action's, which is not in the checkout"
            _is_pinned(step["uses"])
            if step["uses"].startswith("actions/checkout@"):
                assert step["with"] == {"persist-credentials": False, "fetch-depth": 2}


@pytest.mark.parametrize("name", OWN)
def test_our_own_workflows_separate_code_from_rights(name: str) -> None:
    """What runs code of the checkout may only read; what may publish runs none, and gets the finished files."""
    workflow = yaml.safe_load(WORKFLOWS[name])
    assert workflow["permissions"] in ({}, {"contents": "read"})
    assert not {"pull_request_target", "workflow_run"} & set(workflow[True])
    for job in workflow["jobs"].values():
        rights = job.get("permissions", workflow["permissions"])
        reads = rights == {"contents": "read"}
        assert reads == any(step.get("uses", "").startswith("actions/checkout@") for step in job["steps"])
        assert reads or job["environment"], "people approve what is published"
        for step in job["steps"]:
            if "uses" in step:
                _is_pinned(step["uses"])
            if "run" in step:
                assert reads, "no code where there are rights"
                assert "${{" not in step["run"]


def test_our_own_workflows_call_what_exists() -> None:
    assert len(OWN) >= 4
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for name in OWN:
        for line in re.findall(r"run: make ([a-z -]+)", WORKFLOWS[name]):
            for target in line.split():
                assert re.search(rf"^{target}:", makefile, re.MULTILINE), (name, target)
    weekly = yaml.safe_load(WORKFLOWS[".github/workflows/weekly.yml"])["jobs"]["search"]["strategy"]["matrix"]
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in weekly["command"])


def test_the_workflow_with_rights_touches_nothing_of_a_pull_request() -> None:
    """It checks nothing out, runs no action, and gets values only as variables."""
    workflow = yaml.safe_load((ROOT / COMMENT).read_text("utf-8"))
    assert workflow[True] == {"workflow_run": {"workflows": ["cards"], "types": ["completed"]}}
    assert workflow["permissions"] == {}
    [job] = workflow["jobs"].values()
    assert job["permissions"] == {"actions": "read", "pull-requests": "write"}
    assert job["if"] == "github.event.workflow_run.event == 'pull_request'"
    [step] = job["steps"]
    assert set(step) == {"name", "env", "run"}
    assert "${{" not in step["run"]
    assert not re.search(r"\b(git|checkout|python|pip|npm|bash|eval|source)\b", step["run"])


def test_the_comment_has_no_mention_link_or_markup(tmp_path: Path) -> None:
    """The filter of the workflow, run as it stands: whatever a pull request puts into the text."""
    [step] = yaml.safe_load((ROOT / COMMENT).read_text("utf-8"))["jobs"]["comment"]["steps"]
    [filtering] = [line for line in step["run"].splitlines() if line.startswith("head ")]
    (tmp_path / "diff").mkdir()
    hostile = "@everyone [click](https://x.example) ![p](https://x.example/p.png) <img src=x> <!-- -->\n" * 2000
    (tmp_path / "diff/diff.md").write_text(hostile, "utf-8")
    subprocess.run(["bash", "-c", filtering], cwd=tmp_path, check=True)
    text = (tmp_path / "comment.md").read_text("utf-8")
    assert len(text) < 65_000 * 1.5
    assert not re.search(r"@\w|\]\(|<", text)


@pytest.mark.skipif(not os.environ.get("CLOUDY_PNP_ALL_TOOLS"), reason="only CI must have every tool")
def test_ci_has_every_tool_that_tests_need() -> None:
    assert [tool for tool in TOOLS if shutil.which(tool) is None] == []


def test_ci_installs_and_requires_the_tools() -> None:
    script = (ROOT / ".ci/run").read_text("utf-8")
    assert "export CLOUDY_PNP_ALL_TOOLS=1" in script
    assert all(f"command -v {tool} " in script for tool in TOOLS)


@pytest.mark.parametrize("tool", ["actionlint", "zizmor"])
def test_workflows_pass_the_linters(tool: str, tmp_path: Path) -> None:
    program = shutil.which(tool) or shutil.which(tool, path=str(COMMAND.parent)) or shutil.which(tool, path=SCRIPTS)
    if program is None:
        pytest.skip(f"{tool} is not installed")
    files = sorted([*(ROOT / "docs/example-repo/.github/workflows").glob("*.yml"), *(ROOT / name for name in OWN)])
    copies = [Path(shutil.copy(file, tmp_path)) for file in files]
    config = tmp_path / "zizmor.yml"  # our own action is named by its release, everything else by a hash
    config.write_text("rules: {unpinned-uses: {config: {policies: {cloudy-pnp/*: ref-pin, '*': hash-pin}}}}\n", "utf-8")
    options = ["-no-color", "-shellcheck="] if tool == "actionlint" else ["--offline", "-q", "--config", config]
    action = [ROOT / "action.yml"] if tool == "zizmor" else []
    done = subprocess.run([program, *options, *copies, *action], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_action_compares_and_writes_sarif(example: Path) -> None:
    spells = example / "cards/cloudy-kingdom/spells.yaml"
    signed = {f"GIT_{role}_{what}": "tester" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
        subprocess.run(["git", *words], cwd=example, check=True, env={**os.environ, **signed})
    first = run_action(example, diff="HEAD^1", sarif="cards.sarif")
    assert (first.returncode, first.stdout) == (0, ""), first.stderr
    assert "nothing is compared" in first.stderr
    assert json.loads((example.parent / "out/cards.sarif").read_text("utf-8"))["version"] == "2.1.0"
    spells.write_text(spells.read_text("utf-8").replace("draw: 3", "draw: 4"), "utf-8")
    subprocess.run(["git", "commit", "-qam", "second"], cwd=example, check=True, env={**os.environ, **signed})
    second = run_action(example, diff="HEAD^1")
    assert second.returncode == 0, second.stderr
    written = {path.name for path in (example.parent / "out/card-diff").iterdir()}
    assert written == {"diff.html", "diff.md", "diff.json", "pictures"}


def test_the_action_runs_only_what_is_its_own() -> None:
    """Every Python is isolated from the checkout, and inputs reach the shell as variables, never as text."""
    for step in yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["runs"]["steps"]:
        if "uses" in step:
            _is_pinned(step["uses"])
        assert set(step) <= {"name", "if", "uses", "with", "shell", "env", "run"}
        assert step.get("shell", "bash") == "bash"
        for line in step.get("run", "").splitlines():
            assert line.startswith("#") or not re.search(r"[;&|`<>]|\$\(", line), "one command a line"
            assert line.startswith(("#", "python -I -m ")), line
            assert "${{" not in line
            if " pip install " in line:
                assert "--require-hashes -r" in line or '--no-deps --no-build-isolation "$GITHUB_ACTION_PATH"' in line


def _is_pinned(uses: str) -> None:
    """By a hash, which nobody can move; our own action, whose hash its own files cannot know, by its release."""
    assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}|cloudy-pnp/cloudy-pnp@v\d+\.\d+\.\d+", uses), uses


def test_the_extension_has_our_version_and_offers_what_it_registers() -> None:
    folder = ROOT / "editors/vscode"
    manifest = json.loads((folder / "package.json").read_text("utf-8"))
    assert manifest["version"] == __version__
    source = (folder / "src/extension.ts").read_text("utf-8")
    for command in manifest["contributes"]["commands"]:
        assert re.search(rf"^    {command['command'].removeprefix('cloudy-pnp.')}\b", source, re.MULTILINE), command
    lock = json.loads((folder / "package-lock.json").read_text("utf-8"))
    assert lock["packages"][""]["devDependencies"] == manifest["devDependencies"]
    assert not re.search(r'"resolved"', (folder / "package-lock.json").read_text("utf-8"))


def test_pre_commit_hook_runs_the_command_on_every_commit() -> None:
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    [config] = yaml.safe_load((ROOT / "docs/example-repo/.pre-commit-config.yaml").read_text("utf-8"))["repos"]
    assert config["hooks"] == [{"id": hook["id"]}]
    assert hook["entry"] == "cloudy-pnp check"
    assert hook["always_run"], "files that are deleted, and templates, count too"
    assert not hook["pass_filenames"]


def test_problem_pages_name_every_code() -> None:
    """They are made from the codes (`make docs`): the tool's with Cloudy Kingdom's, and each other game's."""
    pages = runpy.run_path(str(ROOT / "tools/make_problems.py"))["pages"]()
    assert {path: path.read_text("utf-8") for path in pages} == pages
    shared = pages[ROOT / "docs/reference/problems.md"]
    for game in game_ids():
        own = pages.get(ROOT / "games" / game / "docs/problems.md", "")
        for code, sentence in api.codes_of(find_game(game)).items():
            row = f'| <a id="{code.lower()}"></a>`{code}` | {sentence} |\n'
            assert row in shared or row in own, (game, code)


def test_the_generated_manual_is_current() -> None:
    """`make docs` makes the pages of commands, files and limits."""
    pages = runpy.run_path(str(ROOT / "tools/make_manual.py"))["pages"]()
    assert len(pages) == 3
    for path, text in pages.items():
        assert path.read_text("utf-8").splitlines() == text.splitlines(), path


def test_the_reference_of_layouts_and_tables_is_current() -> None:
    """`make docs` makes the references of layouts and tables, their pictures, and both overviews of symbols."""
    reference = runpy.run_path(str(ROOT / "tools/make_reference.py"))
    text, pictures = reference["page"]()
    assert (ROOT / "docs/reference/layouts.md").read_text("utf-8") == text
    assert {name: (ROOT / "docs/layouts" / name).read_text("utf-8") for name in pictures} == pictures
    tables = (ROOT / "docs/reference/tables.md").read_text("utf-8")
    assert reference["tables"]() == tables
    icons = runpy.run_path(str(ROOT / "tools/make_icons.py"))["pictures"]()
    assert {path: path.read_text("utf-8") for path in icons} == icons


def test_every_kind_of_box_has_a_drawn_example() -> None:
    reference = runpy.run_path(str(ROOT / "tools/make_reference.py"))
    kinds = reference["schema"]()["$defs"]["boxes"]["items"]["properties"]
    _, pictures = reference["page"]()
    assert {name.rpartition("-")[0] for name in pictures} == set(kinds) - {"art"}, "art is drawn by a game's code"


def test_the_table_of_steps_is_that_of_the_code() -> None:
    """docs/reference/steps.md is made from the steps and their wording (`make docs`)."""
    done = subprocess.run(
        [sys.executable, "-c", "import runpy; print(runpy.run_path('tools/make_steps.py')['table'](), end='')"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert (ROOT / "docs/reference/steps.md").read_text("utf-8") == done.stdout
