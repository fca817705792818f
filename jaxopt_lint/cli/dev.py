"""For people who change jaxopt-lint itself: generated pages and the scaffold of a new rule.

Works in a checkout only:

    python -m jaxopt_lint.cli.dev docs [--check]
    python -m jaxopt_lint.cli.dev new-rule NAME --kind loops [--fix CODEMOD] [--code JOL209]
    python -m jaxopt_lint.cli.dev tree FILE
    python -m jaxopt_lint.cli.dev facts [FILE]
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import click

from jaxopt_lint import registry
from jaxopt_lint.cli import factlist, wordlist
from jaxopt_lint.cli.storeys import SIBLINGS, STOREYS
from jaxopt_lint.links import FILES
from jaxopt_lint.report.manual import explanation, promised
from jaxopt_lint.rule import AnyRule
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.jax.values import values

ROOT = Path(__file__).parents[2]
KINDS = {
    "compilation": 1, "loops": 2, "memory": 3, "transfers": 4, "differentiation": 5,
    "devices": 6, "api": 7, "purity": 8, "environment": 9,
}  # fmt: skip


@click.group()
def main() -> None:
    """Tools for those who change jaxopt-lint itself."""


main.add_command(factlist.command)


@main.command()
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
    out[ROOT / "docs" / "configuration.md"] = configuration()
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
    from jaxopt_lint.files.source import read_source
    from jaxopt_lint.fixing.checking import check_source
    from jaxopt_lint.report.console import Style
    from jaxopt_lint.report.sources import Sources
    from jaxopt_lint.report.text import report, summary
    from jaxopt_lint.settings.config import Config

    file = "distances.py"
    folder = ROOT / "examples" / "quickstart"
    source = read_source(folder / file, file)
    found = check_source(source, Config(root=folder)).findings
    lines = report(found, Sources(Path("/", "nowhere"), {file: source.text}), Style())
    return "\n".join(["```text", *lines, summary(found), "```\n"]).replace("\n\nFound", "\nFound")


def configuration() -> str:
    """The page about configuration files."""
    from jaxopt_lint.settings.config import Config
    from jaxopt_lint.settings.configkeys import TARGET, TOP, VERIFY, as_table

    values = as_table(Config())
    verify = values.pop("verify")
    lines = [_CONFIGURATION, "| key | value | default | meaning |", "|---|---|---|---|"]
    for key, made in TOP.items():
        shown = "[below](#severity-by-path)" if key == "severity-by-path" else None
        default = shown or _default(values.get(key))
        lines.append(f"| `{key}` | {_value(made.schema)} | {default} | {made.doc} |")
    lines += [
        "",
        "## `severity-by-path`",
        "",
        _SEVERITIES,
        "```toml",
        "[tool.jaxopt-lint.severity-by-path]",
        *(f'"{pattern}" = "{step}"' for pattern, step in values["severity-by-path"].items()),
        "```",
        "",
        "## `[tool.jaxopt-lint.verify]`",
        "",
        "| key | value | default | meaning |",
        "|---|---|---|---|",
    ]
    for key, made in VERIFY.items():
        default = _default(verify.get(key))
        lines.append(f"| `{key}` | {_value(made.schema)} | {default} | {made.doc} |")
    lines += ["", "## `[[tool.jaxopt-lint.verify.target]]`", ""]
    lines += ["| key | value | meaning |", "|---|---|---|"]
    lines += [f"| `{key}` | {_value(made.schema)} | {made.doc} |" for key, made in TARGET.items()]
    example = (ROOT / "docs" / "example.toml").read_text(encoding="utf-8").rstrip()
    lines += ["", "## A full example", "", "```toml", example, "```"]
    return "\n".join(lines) + "\n"


def _value(schema: Mapping[str, Any]) -> str:
    """What a setting takes, in words."""
    if "enum" in schema:
        return ", ".join(f"`{name}`" for name in schema["enum"])
    return {
        "boolean": "`true`, `false`",
        "string": "text",
        "integer": "whole number",
        "number": "number",
        "array": "list",
        "object": "table",
    }[schema["type"]]


def _default(value: object) -> str:
    if value in ("", None, [], {}, ()):
        return "–"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{value}`"


_CONFIGURATION = """# Configuration

Generated from `jaxopt_lint/settings/configkeys.py`; `scripts/docs` writes it.

Settings stand in `[tool.jaxopt-lint]` of `pyproject.toml`, or at the top of `jaxopt-lint.toml` or
`.jaxopt-lint.toml`. For each file the closest of these that has our table holds; nothing is
merged unless it says `extend = "path"`. Globs are relative to the file that states them. The
command line goes over everything: `--config KEY=VALUE` sets any key for one run, and
`--show-settings` names the file that each value came from. An unknown key is an error.

A rule is selected by its name, its code, a prefix of its code, or `ALL`; the longer selector wins.
Rules in preview run with `preview = true`, or when they are selected by name.

Comments silence single findings: `# jaxopt-lint: ignore[rule] reason` on the line or on a line of
its own above, `# jaxopt-lint: disable[rule]` to `# jaxopt-lint: enable[rule]` for a block,
`# jaxopt-lint: file-ignore[rule]` for a file, and `# noqa: JOL201`. Comments that name no rule
([unknown-suppression](rules/unknown-suppression.md)) or silence nothing
([unused-suppression](rules/unused-suppression.md)) are findings themselves. For old code there are
a baseline and other means: [adoption](adoption.md).

## Which JAX the code is for

Each file is held against a range of JAX releases. Its *floor* is the oldest release that the code
has to run on, its *ceiling* the newest.

- **What is set** holds for every file: `min-jax` is the floor, `target-jax` the ceiling.
- **What is not set** is read from the files of the project: upwards from each linted file, the
  nearest directory counts that bounds `jax`, up to the root of the repository. In one directory
  the first of these counts: `pyproject.toml` (`project.dependencies`, Poetry's dependencies,
  `project.optional-dependencies`, `dependency-groups`), `setup.cfg`, lists that a `setup.py`
  spells out, `requirements.txt`, other `*requirements*.txt`, `environment.yml`. The range is that
  of the releases that the bounds let through: `jax>=0.4.20,<0.5` is 0.4.20 to 0.4.38, an exact pin
  is one release. Alternatives, such as extras or requirements under different markers, are
  joined. Lock files are not read: they say what was resolved, not what is allowed.
- **Where nothing is stated** the ceiling is the newest JAX that the tables know, and the floor is
  open. A fix then writes only what JAX 0.10.2, the last release for Python 3.11, and all later
  ones have.

A finding says "removed in" or "deprecated since" a release only where the ceiling reaches it. A
fix writes a name only where the floor has it, and a help text that names a successor says so where
it does not serve the whole range.
"""


_SEVERITIES = """\
A finding matters less where it is seldom mended, or where speed is not the point. Its severity
goes down there, and it stays a finding: it is counted, `--severity info` shows what has become
info, and what is below `severity` fails no run. `--verbose` and JSON say what it would be
elsewhere, and by which pattern it was lowered.

| value | a finding below the path |
|---|---|
| `lower` | a step down: a warning becomes info; an error stays, as what fails is broken |
| `warning` | is a warning at most |
| `info` | is info |
| `keep` | stays as it is, whatever an earlier pattern says |

The last pattern that fits holds. `severity-by-path` takes the place of the table below, an empty
one switches it off; `extend-severity-by-path` adds to it. By default:
"""


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


@main.command("new-rule")
@click.argument("name")
@click.option("--kind", type=click.Choice(list(KINDS)), required=True)
@click.option("--code", help="By default the one after the last of its kind.")
@click.option("--fix", help="Also make a codemod of this name.")
def new_rule(name: str, kind: str, code: str | None, fix: str | None) -> None:
    """Write the files that a new rule needs, to be filled in."""
    for given in (name, fix):
        if given is not None and not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", given):
            raise click.UsageError(f"{given!r} is not a kebab-case name")
    if name in registry.rules():
        raise click.UsageError(f"there is a rule {name} already")
    taken = {rule.code for rule in registry.rules().values()}
    if code is None:
        code = next_code(kind, taken)
    if code in taken:
        raise click.UsageError(f"{code} is taken")
    snake = name.replace("-", "_")
    files = {
        ROOT / "rules" / f"{snake}.py": _RULE.format(
            cls=_camel(name), code=code, fix=f'"{fix}"' if fix else "None",
            safety=_SAFETY if fix else "", becomes=_BECOMES if fix else "",
        ),
        ROOT / "tests" / "cases" / name / "basic.before.py": _CASE.format(code=code),
        ROOT / "tests" / "cases" / name / "near_miss.py": _NEAR_MISS,
    }  # fmt: skip
    if fix is not None and fix not in registry.codemod_names():
        files[ROOT / "codemods" / f"{fix.replace('-', '_')}.py"] = _CODEMOD.format(cls=_camel(fix))
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            raise click.UsageError(f"{path.relative_to(ROOT)} exists")
        path.write_text(text, encoding="utf-8")
        click.echo(f"wrote {path.relative_to(ROOT)}")
    click.echo("next: fill in the FILL-IN marks, then")
    click.echo(f"  scripts/test tests/test_cases.py -k {name} --update")
    click.echo("  scripts/docs")


def next_code(kind: str, taken: Collection[str]) -> str:
    """The code after the last one of a kind; gaps stay, since a code is never given twice.

    >>> next_code("loops", {"JOL201", "JOL203", "JOL301"}), next_code("purity", set())
    ('JOL204', 'JOL801')
    """
    first = KINDS[kind] * 100
    numbers = [int(code.removeprefix("JOL")) for code in taken]
    last = max((n for n in numbers if first < n < first + 100), default=first)
    if last == first + 99:
        raise click.UsageError(f"JOL{last} is the last code of {kind}: name a free one with --code")
    return f"JOL{last + 1}"


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def tree(file: Path) -> None:
    """Print each expression of a file with what is known about it."""
    from jaxopt_lint.semantics.jax.facts import Facts
    from jaxopt_lint.semantics.jax.project import Project
    from jaxopt_lint.semantics.python.module import Module

    facts = Facts(Module(file.read_text(encoding="utf-8"), file.stem, path=str(file)), Project())
    for function in facts.module.all(ast.FunctionDef, ast.AsyncFunctionDef):
        why = tracing(facts).staged(function)
        click.echo(f"{facts.at(function)} {facts.module.qualname(function)}: {why or 'not traced'}")
    for node in facts.module.all(ast.Name, ast.Attribute, ast.Call, ast.BinOp, ast.Compare):
        kind, name = values(facts).kind(node), facts.names.of(node)
        if kind.value != "unknown" or name:
            click.echo(f"{facts.at(node)} {ast.unparse(node)[:60]}: {kind.value} {name or ''}")


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))


_SAFETY = """
    ## Fix safety
    FILL-IN: what the fix may change, and how it is checked.
"""
_BECOMES = """    becomes
    ```python
    import jax  # FILL-IN
    ```
"""
_RULE = '''"""FILL-IN: the pattern, as one noun phrase."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule


class {cls}(Rule[ast.Call]):
    """FILL-IN: one sentence that says what is there.

    ## Why is this slow?
    FILL-IN: what it costs, with a figure that was measured.

    ## Example
    ```python
    import jax  # FILL-IN
    ```
{becomes}{safety}
    ## When to keep it
    FILL-IN
    """

    code = "{code}"
    summary = "FILL-IN"
    preview = True
    fix = {fix}
    words = ("FILL-IN",)  # a file without any of these has no finding

    def visit_Call(self, node: ast.Call) -> None:
        if self.facts.names.call(node) == "jax.FILL_IN":
            self.report(node, "FILL-IN: what is there and what it costs")
'''
_CODEMOD = '''"""FILL-IN: what is rewritten into what."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise


class {cls}(Codemod[ast.Call]):
    """FILL-IN: title of the fix, a verb phrase."""

    promise = Promise.ASK

    def rewrite(self, node: ast.Call) -> None:
        self.refuse("FILL-IN: why this match is left alone")
'''
_CASE = """import jax
import jax.numpy as jnp


def run(x):
    return jnp.sin(x)  # want: {code} "FILL-IN"


def inputs(key):
    return (jax.random.normal(key, (5, 3)),)
"""
_NEAR_MISS = """# FILL-IN: what looks like the pattern and must stay.
import jax.numpy as jnp


def clean(x):
    return jnp.sin(x)
"""


if __name__ == "__main__":
    main()
