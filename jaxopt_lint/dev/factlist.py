"""Which facts there are, what each says, and who asks it: `dev facts` and docs/facts.md.

Works in a checkout only, as it reads the sources of who asks.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from jaxopt_lint import patterns, registry, semantics
from jaxopt_lint.dev import ROOT
from jaxopt_lint.semantics.jax import basics
from jaxopt_lint.semantics.python.fact import Fact, Holder
from jaxopt_lint.syntax.reading import parse

_LISTED = 12  # who asks a fact that more ask is not listed on the page


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact as the page shows it.

    Attributes:
        module: the dotted name of its module, without `jaxopt_lint.`.
        name: the function's.
        given: what it takes besides the file, as in its signature.
        gives: the type of its value.
        says: the first sentence of its docstring.
        asked_by: rules, codemods and modules that read it, in words; its own module left out.
    """

    module: str
    name: str
    given: str
    gives: str
    says: str
    asked_by: tuple[str, ...]

    @property
    def called(self) -> str:
        """How it is asked.

        >>> Entry("m", "row_loop", "node: LoopNode", "RowLoop", "", ()).called
        'row_loop(facts, node)'
        """
        names = [part.partition(":")[0].strip() for part in self.given.split(",") if part]
        return f"{self.name}({', '.join(['facts', *names])})"


def public() -> list[Fact[Any, ..., Any]]:
    """The facts of `semantics` and `patterns` that others may ask, by module and place in it."""
    found = []
    for package in (semantics, patterns):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = importlib.import_module(info.name)
            for name, value in vars(module).items():
                own = isinstance(value, Fact) and value.__module__ == module.__name__
                if own and not name.startswith("_"):
                    found.append(value)
    return sorted(found, key=lambda f: (f.__module__, f.function.__code__.co_firstlineno))


def entries() -> list[Entry]:
    """What there is to say of each public fact."""
    facts = public()
    who = askers({(fact.__module__, fact.__name__) for fact in facts})
    out = []
    for fact in facts:
        signature = inspect.signature(fact.function)
        given = [str(p) for p in list(signature.parameters.values())[1:]]
        out.append(
            Entry(
                fact.__module__.removeprefix("jaxopt_lint."),
                fact.__name__,
                ", ".join(text.replace("'", "") for text in given),
                str(signature.return_annotation),
                _sentence(fact),
                tuple(who.get((fact.__module__, fact.__name__), ())),
            )
        )
    return out


def _sentence(fact: Fact[Any, ..., Any]) -> str:
    """The first sentence of a docstring, on one line."""
    text = " ".join((inspect.getdoc(fact.function) or "").partition("\n\n")[0].split())
    return text.partition(". ")[0].rstrip(".")


def askers(names: set[tuple[str, str]]) -> Mapping[tuple[str, str], list[str]]:
    """Who reads each of some names, given with their modules: rules, codemods and modules."""
    out: dict[tuple[str, str], list[str]] = {}
    for path in sorted(p for d in ("jaxopt_lint", "rules", "codemods") for p in _sources(d)):
        tree = parse(path.read_text(encoding="utf-8")).tree
        taken = {
            alias.asname or alias.name: (_home(node.module or "", alias.name), alias.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        read = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                read.add(taken.get(node.id))
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                read.add((".".join(taken.get(node.value.id, ())), node.attr))
        for what in names & read:
            out.setdefault(what, []).append(_said(path))
    return out


def _home(module: str, name: str) -> str:
    """The module that makes a fact, where it is imported through another one."""
    value = getattr(basics, name, None) if module == basics.__name__ else None
    return value.__module__ if isinstance(value, Fact) else module


def _sources(folder: str) -> Iterator[Path]:
    return (ROOT / folder).rglob("*.py")


def _said(path: Path) -> str:
    """A file as one who asks.

    >>> _said(ROOT / "rules" / "prng_key_reuse.py")
    'rule prng-key-reuse'
    >>> _said(ROOT / "jaxopt_lint" / "semantics" / "jax" / "tracing.py")
    'jax.tracing'
    """
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[0] in ("rules", "codemods"):
        return f"{parts[0][:-1]} {parts[-1].replace('_', '-')}"
    return ".".join(p for p in parts[1:] if p not in ("semantics", "subjects"))


# -- the page -----------------------------------------------------------------------------


def page() -> str:
    """docs/facts.md."""
    lines = [_HEAD]
    room = ""
    for entry in entries():
        if entry.module.rpartition(".")[0] != room:
            room = entry.module.rpartition(".")[0]
            lines += [
                "",
                f"## `{room}`",
                "",
                "| ask | says | gives | who asks |",
                "|---|---|---|---|",
            ]
        cells = (f"`{entry.called}`", entry.says, f"`{entry.gives}`", listed(entry.asked_by))
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def listed(who: tuple[str, ...]) -> str:
    """Who asks, for a cell of a page."""
    if len(who) > _LISTED:
        return f"more than {_LISTED}"
    leaves = [a for a in who if a.startswith(("rule ", "codemod "))]
    said = [f"{kind} `{name}`" for kind, _, name in (a.partition(" ") for a in leaves)]
    return ", ".join([*said, *(f"`{a}`" for a in who if a not in leaves)]) or "nobody"


_HEAD = """# Facts

Generated from the docstrings in `jaxopt_lint/semantics/` and `jaxopt_lint/patterns/`;
`scripts/docs` writes it.

A fact is worked out once for a file, when somebody asks (`jaxopt_lint/semantics/python/fact.py`).
Every fact may be unknown, and unknown never fires a rule. `python -m jaxopt_lint.dev facts`
prints this list with all who ask; with a file it says how much each fact holds there, and how
long it took. `tests/facts/` shows by examples what each one says."""


# -- the command --------------------------------------------------------------------------


@click.command("facts")
@click.argument(
    "file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
def facts(file: Path | None) -> None:
    """Print all facts with who asks them, or what they hold of FILE and how long they took."""
    if file is not None:
        for line in measured(file):
            click.echo(line)
        return
    for entry in entries():
        click.echo(f"{entry.module}.{entry.called} -> {entry.gives}")
        click.echo(f"    {entry.says}.")
        click.echo(f"    asked by: {', '.join(entry.asked_by) or 'nobody'}")


def measured(file: Path) -> list[str]:
    """What all rules make of a file: for each fact the seconds that it took by itself, for how
    many arguments it is known, and how many items these values hold; the slowest first."""
    from jaxopt_lint.files.source import read_source
    from jaxopt_lint.running.engine import lint_file
    from jaxopt_lint.running.opening import UNREADABLE, index
    from jaxopt_lint.semantics.jax.joining import joined
    from jaxopt_lint.semantics.jax.summary import summarise
    from jaxopt_lint.settings.config import Config

    source = read_source(file, str(file))
    try:
        module = index(source, file.stem)
    except UNREADABLE as error:
        raise click.ClickException(f"{file}: {error}") from None
    project = joined([summarise(module, source.display)])
    rules = registry.rules().values()
    facts = lint_file(source, project, rules, Config(root=file.parent), module).facts
    assert facts is not None
    rows = [row for holder in (facts, module) for row in _rows(holder)]
    lines = [f"{'seconds':>9} {'known':>6} {'items':>6}  fact"]
    for seconds, known, items, name in sorted(rows, reverse=True):
        lines.append(f"{seconds:9.4f} {known:6} {items:6}  {name}")
    return lines


def _rows(holder: Holder) -> Iterator[tuple[float, int, int, str]]:
    for fact, values in holder.known.items():
        sized = [
            v for v in values.values() if isinstance(v, (Mapping, list, tuple, set, frozenset))
        ]
        name = f"{fact.__module__}.{fact.__name__}".removeprefix("jaxopt_lint.")
        yield holder.seconds.get(fact, 0.0), len(values), sum(map(len, sized)), name
