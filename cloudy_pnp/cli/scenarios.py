"""Commands that a game adds: evaluate scenario files (`board`, `replay`, …), or print an answer of the game.

The exit code depends on the problems.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cloudy_pnp import api
from cloudy_pnp.cli.echo import Line, echo, echo_data
from cloudy_pnp.cli.options import flag_option, flag_parameter, home_options, pack_advice, pack_option
from cloudy_pnp.cli.reporters import problem_text
from cloudy_pnp.core.files import write_atomic
from cloudy_pnp.core.problems import Severity, UserError, escaped
from cloudy_pnp.game.contract import Call, GameCommand, Scenario
from cloudy_pnp.workspace.home import Home

if TYPE_CHECKING:
    from cloudy_pnp.draw.scene import Page

PICTURES = (".pdf", ".svg", ".png")


def scenario_command(name: str, scenario: Scenario[Any]) -> click.Command:
    """Return the command that evaluates one kind of scenario."""

    @click.command(name=name, help=f"{scenario.help}\n\n{scenario.details}")
    @click.argument("names", nargs=-1, required=True, metavar=f"FILE...{f' | {scenario.words}' * bool(scenario.words)}")
    @click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
    @click.option(
        "--draw",
        "picture",
        type=click.Path(path_type=Path),
        metavar="OUT",
        help="Also write pictures: .pdf, .svg or .png.",
    )
    @click.option(
        "--dpi", type=click.IntRange(20, 1200), default=150, show_default=True, help="Resolution of a PNG picture."
    )
    @click.option("--quiet", "-q", is_flag=True, help="Omit the summary.")
    @pack_option
    @home_options
    @click.pass_context
    def command(
        context: click.Context,
        names: tuple[str, ...],
        style: str,
        picture: Path | None,
        dpi: int,
        quiet: bool,
        packs: tuple[Path, ...],
        home: Home,
    ) -> None:
        errors, unknown, answers = False, set[str](), Counter[bool | None]()
        if picture is not None and picture.suffix not in PICTURES:
            raise UserError(f'"{picture}" ends in none of {", ".join(PICTURES)}')
        drawn = []
        if scenario.from_words is not None and not any(_is_file(word, scenario) for word in names):
            stories = api.judge_words(name, names, home.root, home.game.id, packs)
        else:
            stories = api.judge(name, list(map(Path, names)), home.root, home.game.id, packs)
        for story in stories:
            errors |= any(problem.severity is Severity.ERROR for problem in story.problems)
            unknown |= {problem.message for problem in story.problems if problem.code == "REF-UNKNOWN"}
            if story.verdict.number is None:
                echo(
                    "".join(problem_text(problem, story.verdict.source) for problem in story.problems),
                    nl=False,
                    err=True,
                )
                continue
            answer = story.verdict.evaluation.as_dict()
            answers[answer["legal"]] += 1
            if style == "json":
                echo_data(_json(story, answer, scenario.titled), nl=False)
            else:
                echo(_text(story), nl=False)
            if picture is not None and (page := story.draw()):
                drawn.append(page)
        if picture is not None:
            write_pictures(drawn, picture, dpi)
        if unknown and (advice := pack_advice(home, packs, *unknown)):
            echo(f"hint: {advice}", err=True)
        if not quiet:
            echo(_summary(answers), err=True)
        context.exit(int(errors or answers[None] > 0))

    return command


def _is_file(word: str, scenario: Scenario[Any]) -> bool:
    """Check whether an argument means a file: it is one, or is written like one."""
    return word.endswith((*scenario.endings, ".yaml", ".yml", ".json")) or "/" in word or Path(word).exists()


def _summary(answers: Counter[bool | None]) -> str:
    """Count the documents found, those evaluated by the rules, and those that are not valid data."""
    found, invalid, illegal = answers.total(), answers[None], answers[False]
    documents = f"{found:,} document{'s' * (found != 1)} found"
    return f"{documents}: {found - invalid:,} evaluated{f' ({illegal:,} illegal)' * bool(illegal)}, {invalid:,} invalid"


def _json(story: api.JudgedDocument, answer: Mapping[str, Any], titled: bool) -> str:
    """Return one object on one line."""
    verdict = story.verdict
    title = verdict.document.get("title") if isinstance(verdict.document, dict) else None
    line: dict[str, Any] = {
        "file": verdict.source.name,
        "document": verdict.number,
        **({"title": title} if titled else {}),
        **answer,
        "problems": [problem.as_dict() for problem in story.problems],
    }
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def _text(story: api.JudgedDocument) -> str:
    verdict = story.verdict
    head = escaped(f"{verdict.source.name} #{verdict.number}" + (f": {story.title}" if story.title else ""))
    problems = "".join(problem_text(problem, verdict.source) for problem in story.problems)
    head = (
        "" if verdict.source.name == "-" else f"{click.style(head, bold=True)}\n"
    )  # cards that were typed have no name
    return f"{head}{verdict.evaluation.as_text()}{problems}\n"


def write_pictures(pages: Sequence[Page], out: Path, dpi: int) -> None:
    """Write one PDF with a page each, or a picture each: `board.png`, or `board-1.png`, `board-2.png` … for several."""
    from cloudy_pnp.draw.pdf import write_pdf
    from cloudy_pnp.draw.pixels import png_bytes
    from cloudy_pnp.draw.svg import svg_text

    if not pages:
        raise UserError("there is nothing to draw")
    if out.suffix == ".pdf":
        content = io.BytesIO()
        write_pdf(pages, content, title=out.stem)
        write_atomic(out, content.getvalue())
        return
    for number, page in enumerate(pages, start=1):
        path = out if len(pages) == 1 else out.with_stem(f"{out.stem}-{number}")
        write_atomic(path, svg_text(page).encode() if out.suffix == ".svg" else png_bytes(page, dpi))


def game_command(name: str, own: GameCommand[Any]) -> click.Command:
    """Return a command of a game, with the common options."""

    @click.pass_context
    def command(
        context: click.Context,
        /,
        style: str,
        packs: tuple[Path, ...],
        home: Home,
        picture: Path | None = None,
        words: tuple[str, ...] = (),
        **given: tuple[str, ...] | str | None,
    ) -> None:
        if picture is not None and picture.suffix not in PICTURES:
            raise UserError(f'"{picture}" ends in none of {", ".join(PICTURES)}')
        flags = {
            flag.name: list(value) if isinstance(value, tuple) else [value]
            for flag in own.flags
            if (value := given[flag_parameter(flag.name)])
        }
        with Line() as line:
            line.say("reading the cards")
            model = api.load(home.game.id, home.root, packs)
            answer = own.run.load()(model, Call(words, flags, line.say))
        if style == "json":
            echo_data(json.dumps(dict(answer.data), ensure_ascii=False, separators=(",", ":")))
        else:
            echo(answer.text, nl=False)
        if picture is not None and answer.draw is not None:
            write_pictures([answer.draw()], picture, 150)
        context.exit(int(answer.failed))

    decorated = home_options(pack_option(command))
    if own.draws:
        draw_help = "Also write a picture: .pdf, .svg or .png."
        out = click.Path(path_type=Path)
        decorated = click.option("--draw", "picture", type=out, metavar="OUT", help=draw_help)(decorated)
    decorated = click.option(
        "--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True
    )(decorated)
    for flag in reversed(own.flags):
        decorated = flag_option(flag)(decorated)
    if own.words:
        decorated = click.argument("words", nargs=-1, metavar=own.words)(decorated)
    return click.command(name=name, help=f"{own.help}\n\n{own.details}")(decorated)
