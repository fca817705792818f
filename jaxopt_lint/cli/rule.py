"""`jaxopt-lint rule`: the manual, in the terminal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from jaxopt_lint.cli import options as opt
from jaxopt_lint.cli.output import Output
from jaxopt_lint.running.ends import CLEAN, CannotDo

if TYPE_CHECKING:
    from jaxopt_lint.rule import AnyRule


@click.command()
@click.argument("name", required=False, metavar="[CODE|NAME|PREFIX]")
@click.option("--all", "everything", is_flag=True, help="Explain every rule.")
@click.option("--output-format", type=opt.Choice(["text", "json", "markdown"]), default="text")
@opt.console_options
def rule(name: str | None, everything: bool, output_format: str, **given: Any) -> int:
    """Explain a rule, by its code or name; list the rules of a prefix such as JOL2."""
    from jaxopt_lint import registry

    output = Output.of(given)
    if (name is None) != everything:
        raise CannotDo("name one rule, or give --all")
    chosen = registry.chosen(name or "ALL")
    several = everything or name is None or _is_prefix(name)
    if output_format == "json":
        data = [as_dict(found) for found in chosen]
        output.results(json.dumps(data if several else data[0], indent=2), exact=True)
    elif output_format == "text" and several:
        output.results(_overview(chosen, output))
    else:
        pages = "\n\n".join(page(found) for found in chosen)
        if output_format == "text" and output.style.colour:
            pages = _painted(pages)
        output.results(pages)
    return CLEAN


def _is_prefix(name: str) -> bool:
    """Whether a selector stands for a group of rules, even if there is only one in it."""
    return name.upper() == "ALL" or (name.upper().startswith("JOL") and len(name) < 6)


def as_dict(found: AnyRule) -> dict[str, Any]:
    """A rule for programs."""
    from jaxopt_lint.report.manual import explanation

    fix = _fix(found)
    return {
        "code": found.code,
        "name": found.name,
        "summary": found.summary,
        "severity": found.severity.value,
        "preview": found.preview,
        "default": found.default,
        "fix": {"codemod": found.fix, **fix} if found.fix else None,
        "explanation": explanation(found),
    }


def page(found: AnyRule) -> str:
    """A rule's manual page as Markdown."""
    from jaxopt_lint import registry
    from jaxopt_lint.report.manual import explanation, promised

    marks = [f"severity: {found.severity.value}"]
    if found.preview:
        marks.append("preview")
    if not found.default:
        marks.append("off unless selected by name")
    if found.fix:
        marks.append(f"fix: codemod `{found.fix}` ({promised(registry.codemod(found.fix))})")
    body = explanation(found)
    return f"# {found.name} ({found.code})\n\n{'; '.join(marks)}\n\n{body}\n"


def _fix(found: AnyRule) -> dict[str, Any]:
    from jaxopt_lint import registry

    if not found.fix:
        return {}
    codemod = registry.codemod(found.fix)
    return {
        "promise": codemod.promise.value,
        "preconditions": [{"name": p.name, "sentence": p.sentence} for p in codemod.preconditions],
    }


def _overview(rules: list[AnyRule], output: Output) -> str:
    column = max((len(found.name) for found in rules), default=0)
    lines = []
    for found in rules:
        marks = ("*" if found.fix else " ") + ("p" if found.preview else " ")
        code = output.style(found.code, "red", "bold")
        lines.append(f"{code} {marks} {found.name.ljust(column)}  {found.summary}")
    lines.append("\n* has a fix   p in preview   `jaxopt-lint rule NAME` explains one")
    return "\n".join(lines)


def _painted(markdown: str) -> str:
    """Markdown as a terminal shows it."""
    from io import StringIO

    from rich.console import Console
    from rich.markdown import Markdown

    stream = StringIO()
    console = Console(file=stream, force_terminal=True, width=min(Console().width, 100))
    console.print(Markdown(markdown))
    return stream.getvalue()
