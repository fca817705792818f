"""Which names of JAX a file uses that its target deprecates, or that it or a later one lacks."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from jaxopt_lint.finding import Severity
from jaxopt_lint.semantics.jax.api import public, trees
from jaxopt_lint.semantics.jax.api.history import Change, Version, table, text
from jaxopt_lint.semantics.jax.api.pjit import PJIT
from jaxopt_lint.semantics.jax.api.placement import REMOVED_PLACEMENTS
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.shims import cover, in_shim
from jaxopt_lint.semantics.jax.switched import UPDATES
from jaxopt_lint.semantics.python import DEFINITIONS, root_name, text_of
from jaxopt_lint.semantics.subjects.versions.uses import Uses, longest, uses
from jaxopt_lint.settings.locks import is_lock

_Node = TypeVar("_Node", ast.alias, ast.expr)
# Rules of their own report these.
_OWNED = (
    PJIT | trees.MOVED.keys() | REMOVED_PLACEMENTS.keys() | {"jax.experimental.shard_map.shard_map"}
)
# Statements that fail although the dotted name lives on.
_MODULES_GONE = {"jax.config": "jax.config.config", "jax.memory": ""}


@dataclass(frozen=True, slots=True, eq=False)
class Outdated:
    """One outdated name.

    Attributes:
        node: the name in an import, a dotted path that no import reports, or the text by which
            an option is set.
        change: what happened to it.
        reached: for the import of a removed module, what is reached through it, where each has
            another name today.
        swallowed: the handler or `with` that swallows the error of a removed name, if one does.
    """

    node: ast.alias | ast.expr
    change: Change
    reached: Sequence[tuple[ast.expr, Change]] = ()
    swallowed: ast.ExceptHandler | ast.With | ast.AsyncWith | None = None


@fact
def outdated(facts: Facts) -> Mapping[ast.AST, Outdated]:
    """The outdated names of a file, by node, whether or not something swallows their absence."""
    return {one.node: one for one in _outdated(facts)}


def _outdated(facts: Facts) -> Iterator[Outdated]:
    known, target = uses(facts), facts.newest_jax
    imports, paths, swallowed = _read(facts)
    yield from swallowed
    through: dict[str, list[tuple[ast.expr, Change]]] = {}  # local name -> what is reached by it
    for node, change in paths.items():
        if _speaks(change, target):
            through.setdefault(root_name(node), []).append((node, change))
    # Where an import may fail and the file goes on, what it gives is read where it is there.
    for one in swallowed:
        if isinstance(one.node, ast.alias) and one.node in known.imports:
            through.pop(known.imports[one.node].local, None)
    for alias, change in imports.items():
        imported = known.imports[alias]
        # `import jax.a.b` binds `jax`, and is behind those paths only that lead through it.
        bare = isinstance(imported.statement, ast.Import) and not imported.alias.asname
        inside = imported.dotted + "."
        reads = {
            n: d for n, d in known.paths.items()
            if root_name(n) == imported.local and (not bare or d.startswith(inside))
        }  # fmt: skip
        parts = _parts(reads)
        below = [(n, c) for n, c in through.get(imported.local, ()) if n in parts]
        gone = not change.rename and change.gone(target)
        # The import fails, and nothing behind it is reached. Where everything that is has a name
        # of its own today, nobody needs the import.
        whole = gone and below and len(below) == len(reads) and all(c.rename for _, c in below)
        covered = {n for n, c in below if gone or (not bare and _covers(imported.dotted, c.symbol))}
        if covered:
            left = [(n, c) for n, c in through[imported.local] if n not in covered]
            through[imported.local] = left
        yield Outdated(alias, change, below if whole else ())
    for found in through.values():
        yield from (Outdated(node, change) for node, change in found)


def _parts(paths: Iterable[ast.AST]) -> set[ast.AST]:
    """Dotted paths, and the paths that they begin with."""
    out: set[ast.AST] = set()
    for node in paths:
        out.add(node)
        while isinstance(node, ast.Attribute):
            node = node.value
            out.add(node)
    return out


def _read(
    facts: Facts,
) -> tuple[dict[ast.alias, Change], dict[ast.expr, Change], list[Outdated]]:
    """Outdated names that are imported, those that are reached by a path, and swallowed ones."""
    known, target, names = uses(facts), facts.newest_jax, table().names
    imports: dict[ast.alias, Change] = {}
    paths: dict[ast.expr, Change] = {}
    swallowed: dict[ast.AST, Outdated] = {}

    def sort(node: _Node, symbol: str, into: dict[_Node, Change]) -> None:
        change = table().name(symbol)
        if change is None or symbol in known.patched:
            return
        handler = cover(facts.names, node) if change.gone(target) else None
        if handler is not None:
            swallowed[node] = Outdated(node, change, swallowed=handler)
        elif symbol not in _OWNED and _speaks(change, target):
            into[node] = change

    # Statements that need no finding for what is not in the table: another name speaks for it.
    told = {i.statement for i in known.imports.values() if i.dotted in names}
    for alias, imported in known.imports.items():
        statement = imported.statement
        whole = isinstance(statement, ast.Import)
        gone = _MODULES_GONE.get(imported.dotted) if whole else None
        symbol = imported.dotted if gone is None else gone
        if gone is None and symbol not in names:
            symbol = "" if statement in told else _module_around(symbol, names)
            told |= {statement} if symbol else set()
        sort(alias, symbol, imports)
    for node, dotted in known.paths.items():
        match = longest(node, dotted, names)
        if match is not None:
            sort(*match, paths)
    for name, symbol in _options(facts):
        # A handler is the other way for releases without the option: nothing else needs it.
        if cover(facts.names, name) is None:
            sort(name, symbol, paths)
    return imports, paths, list(swallowed.values())


def _module_around(dotted: str, names: Mapping[str, object]) -> str:
    """The outdated module that something is imported from which the table does not know."""
    while "." in dotted:
        dotted = dotted.rpartition(".")[0]
        if dotted in names:
            return dotted
    return ""


def _speaks(change: Change, target: Version | None) -> bool:
    """Whether a change matters to those who stay at a release, or go beyond it."""
    return change.gone(target) or change.warns(target) or change.ends_after(target)


def _options(facts: Facts) -> Iterator[tuple[ast.expr, str]]:
    """The options of JAX that are set by their names, each with the attribute that it is."""
    for call in facts.module.all(ast.Call):
        if call.args and facts.names.call(call) in UPDATES:
            name = text_of(call.args[0])
            if name is not None and not in_shim(facts, call):
                yield call.args[0], f"jax.config.{name}"


def _covers(imported: str, symbol: str) -> bool:
    """Whether rewriting an import sets right what is reached through it as well."""
    if imported == symbol or imported.startswith(symbol + "."):
        return True
    whole, part = table().name(imported), table().name(symbol)
    if whole is None or part is None or not symbol.startswith(imported + "."):
        return False
    moved = whole.replacement + symbol.removeprefix(imported)
    return whole.rename and part.replacement == moved


def gone_with_its_module(facts: Facts, found: Outdated) -> Change | None:
    """What happened to what a path reads of a module, where the successor of the module has no such
    thing either; None where that has it, or nothing is read of it."""
    outer: ast.AST = found.node
    while isinstance(around := facts.module.parent[outer], ast.Attribute):
        outer = around
    if isinstance(outer, ast.alias):
        imported = uses(facts).imports.get(outer)
        whole = imported.dotted if imported is not None else ""
    else:
        whole = uses(facts).paths.get(outer, "") if isinstance(outer, ast.expr) else ""
    if not found.change.replacement or not whole.startswith(f"{found.change.symbol}."):
        return None
    moved = found.change.replacement + whole.removeprefix(found.change.symbol)
    change = table().name(moved)
    if change is not None:
        return change if change.gone(facts.newest_jax) else None
    if public.is_there(moved, facts.oldest_jax, facts.newest_jax):
        return None
    last = moved.removeprefix(f"{found.change.replacement}.")
    note = f"`{found.change.replacement}`, its successor, has no `{last}`"
    return replace(found.change, replacement="", rename=False, note=note)


def only_read_by_tools(facts: Facts, node: ast.AST) -> bool:
    """Whether a name stands in an annotation that Python never evaluates.

    Those of a file with `from __future__ import annotations`, unless a decorator is known to ask
    for them, and of local variables everywhere.
    """
    if _asked_for(facts, node):
        return False
    lazy = _lazy(facts)
    for inner, around in facts.module.way_out(node):
        if isinstance(around, (ast.arg, ast.AnnAssign)) and around.annotation is inner:
            if lazy:
                return True
            local = isinstance(around, ast.AnnAssign) and isinstance(around.target, ast.Name)
            scope = facts.module.scope.get(around)
            return local and scope is not None and scope.is_function
        if getattr(around, "returns", None) is inner:
            return lazy
        if isinstance(around, ast.stmt):
            return False
    return False


def _asked_for(facts: Facts, node: ast.AST) -> bool:
    """Whether a decorator evaluates the annotations of the function or class around a name."""
    for around in facts.module.ancestors(node):
        if isinstance(around, (*DEFINITIONS, ast.ClassDef)):
            made = [d.func if isinstance(d, ast.Call) else d for d in around.decorator_list]
            return any(facts.names.of(one) in _EVALUATING for one in made)
    return False


# `jdc.jit` looks for `Static[...]` among the hints of a function; the others check types by them.
_EVALUATING = frozenset(
    {"jax_dataclasses.jit", "jax_dataclasses.pytree_dataclass", "beartype.beartype",
     "typeguard.typechecked", "pydantic.validate_call", "pydantic.dataclasses.dataclass"}
)  # fmt: skip


def _lazy(facts: Facts) -> bool:
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(alias.name == "annotations" for alias in node.names)
        for node in facts.module.all(ast.ImportFrom)
    )


def which_jax(facts: Facts) -> str:
    """Which JAX a finding about a removed name means, and where that is read, in a clause."""
    if facts.dated:
        then = text(facts.target_jax)
        if is_lock(facts.jax_origin):
            return f"{facts.jax_origin} holds JAX {then}, and others may install a newer one"
        if " names JAX " in facts.jax_origin:
            return f"{facts.jax_origin}, and nothing bounds it"
        if only_spoken(facts):
            return f"{facts.jax_origin}, for which JAX {then} is the newest"
        return f"{facts.jax_origin} pins libraries of the day of JAX {then}, but not JAX itself"
    if facts.target_jax is not None:
        return f"{facts.jax_origin} allows JAX {text(facts.target_jax)}"
    if facts.jax_origin:
        return f"{facts.jax_origin} sets no upper bound"
    return "no file here bounds JAX"


def only_spoken(facts: Facts) -> bool:
    """Whether a file that speaks of a Python, or of a day, is all that says how new JAX may be."""
    return facts.dated and " speaks of " in facts.jax_origin


def beyond_what_is_spoken_of(facts: Facts, release: Version) -> bool:
    """Whether a release is newer than those for what the project speaks of, which hold nobody."""
    return only_spoken(facts) and not facts.targets(release)


def severity_of_loss(
    facts: Facts, change: Change | None = None, removed: Version | None = None
) -> Severity | None:
    """How much it matters that a later release lacks something; None for as much as usual.

    An `assert` keeps that release away. A lock does so from the project's own people, who cannot
    follow an advice that their release does not know. So does the Python that they are told to
    have, unless the newest JAX for it lacks the same.

    Args:
        removed: from which release on it is gone, where there is no change of a name.
    """
    if not facts.dated:
        return None
    if only_spoken(facts):
        removed = change.removed if change is not None else removed
        gone = removed is not None and facts.targets(removed)
        return None if gone else Severity.INFO
    if facts.jax_origin.startswith("assert "):
        return Severity.INFO
    since = change.since if change is not None and is_lock(facts.jax_origin) else None
    unknown = since is not None and facts.target_jax is not None and facts.target_jax < since
    return Severity.INFO if unknown else Severity.WARNING


__all__ = [
    "Outdated", "Uses", "beyond_what_is_spoken_of", "gone_with_its_module", "only_read_by_tools",
    "only_spoken", "outdated", "severity_of_loss", "which_jax",
]  # fmt: skip
