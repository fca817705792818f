"""Functions, classes and methods that nothing of a project speaks of.

What they would do, they never do. Nothing is said of the top of a file of which nothing else is in
use: its functions may be there for others. Whoever is installed by others has such functions, too:
there it is said of what is private by its name, of what no manual lists, and, where there is
no manual, of what nothing beside the code names.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from jaxopt_lint.semantics.jax.definitions import (
    Defined,
    body_rows,
    hanging_on,
    is_plain,
    takes_by_text,
    tracked_methods,
)
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.taken_elsewhere import taken_elsewhere

Readers = list[list[ast.AST | None]]  # what stands around each place that may mean something


@dataclass(frozen=True, slots=True)
class Uncalled:
    """The rows that nothing comes to, each with the reason.

    Attributes:
        of_programs: where nobody else uses the file.
        of_packages: where others may use what is public and they can know of.
        private: of those, what nobody else may use, or is told of.
        heads: what runs where the file does, and is there for what nothing comes to.
    """

    of_programs: Mapping[int, str] = field(default_factory=dict)
    of_packages: Mapping[int, str] = field(default_factory=dict)
    private: Mapping[int, str] = field(default_factory=dict)
    heads: Mapping[int, str] = field(default_factory=dict)


@fact
def uncalled_rows(facts: Facts) -> Uncalled:
    """The rows of functions, classes and methods that nothing speaks of, or only such do."""
    module = facts.module
    if module.name in facts.project.unused:
        why = "nothing imports this file, and it does nothing when it is run"
        rows = dict.fromkeys(range(1, len(module.lines) + 1), why)
        return Uncalled(rows, rows, rows)
    own: list[Defined] = [n for n in module.tree.body if isinstance(n, Defined)]
    classes = [c for c in own if isinstance(c, ast.ClassDef)]
    tracked = [f for c in classes for f in tracked_methods(facts, c)]
    methods = [f for c in classes if not hanging_on(facts, c) for f in tracked_methods(facts, c)]
    missed = [
        n for n in (*own, *tracked)
        if f"{module.name}.{module.qualname(n)}" in facts.project.unreached
    ]  # fmt: skip
    silent = _silent(facts, own, methods)
    # Others may use, and so come to what that uses, all that is public.
    inner = _only_silent({n: by for n, by in silent.items() if n.name.startswith("_")})
    unknown = inner if facts.project.documented else silent  # all know of what is public
    hidden = module.name in facts.project.hidden
    private = [*inner, *(n for n in missed if hidden or n.name.startswith("_"))]
    if not facts.project.manual:  # who has an object may look for what it can do
        private += [n for n in silent if module.class_of(n) is None]
    every = [*silent, *(n for n in missed if n not in silent)]
    heads = {row: _why(n) for n in every for row in _head(n)}
    return Uncalled(_rows(every), _rows([*unknown, *missed]), _rows(private), heads)


def _why(node: Defined) -> str:
    if isinstance(node, ast.ClassDef):
        return f"nothing that runs uses the class `{node.name}`"
    return f"nothing that runs calls `{node.name}`"


def _silent(facts: Facts, own: list[Defined], methods: list[Defined]) -> dict[Defined, Readers]:
    """What no other file has a word for, nor this one, but for such; and who reads it here."""
    module, idle = facts.module, facts.project.idle
    if not idle or takes_by_text(facts):
        return {}
    texts = {n.value for n in module.all(ast.Constant) if isinstance(n.value, str)}
    silent = {
        n: _readers(facts, n, n in methods) for n in (*own, *methods)
        if f"{module.name}.{module.qualname(n)}" in idle
        and n.name not in texts
        and is_plain(facts, n, n in methods)
    }  # fmt: skip
    silent = _only_silent(silent)
    taken = taken_elsewhere(facts)
    if not any(  # in use: by others, by what the file does when it runs, or nobody knows by whom
        n.name in taken or n.name in texts or not is_plain(facts, n, method=False)
        or not all(_readers(facts, n, method=False))
        for n in own
    ):  # fmt: skip
        return {}
    return silent


def _only_silent(silent: dict[Defined, Readers]) -> dict[Defined, Readers]:
    """Of some definitions those that only such read."""
    silent = dict(silent)
    while live := [n for n, by in silent.items() if not all(_idle(silent, n, h) for h in by)]:
        for node in live:
            del silent[node]
    return silent


def _idle(silent: Container[ast.AST], node: Defined, around: list[ast.AST | None]) -> bool:
    """Whether a definition that nothing comes to stands around a read of one, or that itself."""
    return node in around or any(one in silent for one in around if one is not None)


def _readers(facts: Facts, node: Defined, method: bool) -> Readers:
    """The functions around each place of the file that may mean a definition, and their classes."""
    module = facts.module
    reads: list[ast.AST] = list(module.reads(module.top, node.name)) if not method else [
        *module.attributes(node.name), *module.named(node.name),
        *(k.value for k in module.all(ast.keyword) if k.arg == node.name),
    ]  # fmt: skip
    inner = [list(module.functions(read)) for read in reads]
    return [[one for f in around for one in (f, module.class_of(f))] for around in inner]


def _rows(nodes: Iterable[Defined]) -> dict[int, str]:
    # Classes stand before their methods, and say more of these.
    return {row: _why(node) for node in reversed([*nodes]) for row in body_rows(node)}


def _head(node: Defined) -> Iterator[int]:
    """The rows of a definition that run where the file does."""
    inside = {*body_rows(node)}
    first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    return (row for row in range(first, (node.end_lineno or first) + 1) if row not in inside)
