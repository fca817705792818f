"""The generated pages: docs/rules/, and what stands between marks in others."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from jaxopt_lint import registry
from jaxopt_lint.dev import ROOT, configuration, factlist, wordlist
from jaxopt_lint.dev.storeys import SIBLINGS, STOREYS
from jaxopt_lint.files.source import read_source
from jaxopt_lint.fixing.checking import check_source
from jaxopt_lint.links import FILES
from jaxopt_lint.report.console import Style
from jaxopt_lint.report.manual import explanation, promised
from jaxopt_lint.report.sources import Sources
from jaxopt_lint.report.text import report, summary
from jaxopt_lint.rule import AnyRule
from jaxopt_lint.settings.config import Config


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail if a page is not current.")
def docs(check: bool) -> None:
    """Generate docs/rules/, docs/facts.md, docs/words.md and the tables in other pages."""
    registry.validate()
    stale = []
    for path, text in pages().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(path)
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    known = set(pages())
    for path in sorted((ROOT / "docs" / "rules").glob("*.md")):
        if path not in known:
            stale.append(path)
            if not check:
                path.unlink()
    for path in stale:
        click.echo(f"{'stale' if check else 'wrote'}: {path.relative_to(ROOT)}")
    if check and stale:
        click.echo("run: scripts/docs", err=True)
        sys.exit(1)


def pages() -> dict[Path, str]:
    """Every generated page with its text."""
    out = {}
    folder = ROOT / "docs" / "rules"
    for rule in registry.rules().values():
        out[folder / f"{rule.name}.md"] = page(rule)
    out[folder / "README.md"] = (
        "# Rules\n\nGenerated from the docstrings in `rules/`; `scripts/docs` writes it.\n\n"
        + table("")
    )
    out[ROOT / "docs" / "configuration.md"] = configuration.page()
    out[ROOT / "docs" / "facts.md"] = factlist.page()
    out[ROOT / "docs" / "words.md"] = wordlist.page()
    readme, design = ROOT / "README.md", ROOT / "docs" / "design.md"
    out[design] = filled(design, {"storeys": storeys()})
    out[readme] = filled(
        readme,
        {"program": program(), "finding": example(), "rules": table(f"{FILES}docs/rules/")},
    )
    return out


def filled(path: Path, blocks: Mapping[str, str]) -> str:
    """A page with its generated blocks, each between two marks."""
    text = path.read_text(encoding="utf-8")
    for block, made in blocks.items():
        begin, end = f"<!-- {block}: begin -->\n", f"<!-- {block}: end -->"
        head, _, rest = text.partition(begin)
        _, found, tail = rest.partition(end)
        if found:
            text = f"{head}{begin}{made}{end}{tail}"
    return text


def storeys() -> str:
    """The storeys as a table, the highest first."""
    rows = [
        f"| {level} | {', '.join(f'`{name}`' for name in storey.rooms)} | {storey.holds} |\n"
        for level, storey in reversed(list(enumerate(STOREYS)))
    ]
    pairs = sorted((one.rpartition(".")[2], other.rpartition(".")[2]) for one, other in SIBLINGS)
    said = ", ".join(f"`{one}` on `{other}`" for one, other in pairs)
    return (
        "| storey | rooms | what lies there |\n|---:|---|---|\n"
        + "".join(rows)
        + f"\nOf the rooms of `semantics.subjects`, these build on each other: {said}.\n"
    )


def program() -> str:
    """The quickstart's example, to paste into a shell."""
    text = (ROOT / "examples" / "quickstart" / "distances.py").read_text(encoding="utf-8")
    return f"```console\ncat > distances.py <<'END'\n{text}END\njaxopt-lint distances.py\n```\n"


def example() -> str:
    """What the quickstart's example looks like in the terminal."""
    file = "distances.py"
    folder = ROOT / "examples" / "quickstart"
    source = read_source(folder / file, file)
    found = check_source(source, Config(root=folder)).findings
    lines = report(found, Sources(Path("/", "nowhere"), {file: source.text}), Style())
    return "\n".join(["```text", *lines, summary(found), "```\n"]).replace("\n\nFound", "\nFound")


def page(rule: AnyRule) -> str:
    """The manual page of a rule, as Markdown."""
    lines = [f"# {rule.name} ({rule.code})", "", f"Severity: {rule.severity.value}."]
    if rule.preview:
        lines[-1] += " In preview: runs with `--preview` or when selected by name."
    elif not rule.default:
        lines[-1] += " Off unless selected by name."
    if rule.fix is not None:
        codemod = registry.codemod(rule.fix)
        title = (codemod.__doc__ or "").strip().splitlines()[0].rstrip(".")
        lines[-1] += f" Fix: *{title}* (`{rule.fix}`: {promised(codemod)})."
    lines += ["", explanation(rule), ""]
    cases = ROOT / "tests" / "cases" / rule.name
    if cases.is_dir():
        lines += [
            "---",
            "",
            f"Source: [rule](../../rules/{rule.name.replace('-', '_')}.py)"
            + (f", [codemod](../../codemods/{rule.fix.replace('-', '_')}.py)" if rule.fix else "")
            + f", [cases](../../tests/cases/{rule.name}/).",
            "",
        ]
    return "\n".join(lines)


def table(prefix: str) -> str:
    """The table of all rules."""
    lines = ["| code | rule | flags | fix |", "|---|---|---|---|"]
    for rule in registry.rules().values():
        fix = "–"
        if rule.fix is not None:
            fix = f"`{rule.fix}`"
        note = " *(preview)*" if rule.preview else "" if rule.default else " *(off)*"
        lines.append(
            f"| {rule.code} | [{rule.name}]({prefix}{rule.name}.md){note} "
            f"| {rule.summary} | {fix} |"
        )
    return "\n".join(lines) + "\n"
