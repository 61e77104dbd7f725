"""What `board` and `replay` have in common: judge scenario files, print each document, exit by the problems."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from cloudy_pnp import pipeline
from cloudy_pnp.cli.options import game_options
from cloudy_pnp.cli.reporters import problem_text, text
from cloudy_pnp.problems import Severity


def scenario_command(name: str, help_text: str) -> click.Command:
    """The command that judges one kind of scenario."""

    @click.command(name=name, help=help_text)
    @click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
    @click.option("--format", "style", type=click.Choice(["text", "json"]), default="text", show_default=True)
    @game_options
    @click.pass_context
    def command(context: click.Context, paths: tuple[Path, ...], style: str, game_id: str, root: Path) -> None:
        errors = False
        try:
            for story in pipeline.judge(name, paths, root, game_id):
                errors |= any(problem.severity is Severity.ERROR for problem in story.problems)
                click.echo(_json(story) if style == "json" else _text(story), nl=False)
        except pipeline.DataError as error:
            click.echo(text(error.report), nl=False, err=True)
            context.exit(1)
        context.exit(int(errors))

    return command


def _json(story: pipeline.Story) -> str:
    """One object on one line."""
    verdict = story.verdict
    title = verdict.document.get("title") if isinstance(verdict.document, dict) else None
    line: dict[str, Any] = {
        "file": verdict.source.name,
        "document": verdict.number,
        "title": title,
        **verdict.judged.as_dict(),
        "problems": [problem.as_dict() for problem in story.problems],
    }
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def _text(story: pipeline.Story) -> str:
    verdict = story.verdict
    title = verdict.document.get("title") if isinstance(verdict.document, dict) else None
    name = title.get("en", "") if isinstance(title, dict) else ""
    head = f"{verdict.source.name} #{verdict.number}" + (f": {name}" if name else "")
    problems = "".join(problem_text(problem, verdict.source) for problem in story.problems)
    return f"{click.style(head, bold=True)}\n{verdict.judged.as_text()}{problems}\n"
