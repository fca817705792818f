"""Code that shows a module at work: the `__main__` block of a module that others import."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from jaxopt_lint.semantics.jax.definitions import Defined, body_rows
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.taken_elsewhere import taken_elsewhere
from jaxopt_lint.semantics.python.nodes import rows_of

_WHY = "only the `__main__` block of this file, which others import, comes to it"


@fact
def demo_rows(facts: Facts) -> Mapping[int, str]:
    """The rows that run only where a module, which others import, is run by itself, each with the
    reason where it is not the block itself.

    Where the package around a module offers what is in it, the module is no program, and the
    functions that only the block reaches are part of the show. So are those to which nothing of
    the project comes but from such blocks, that read no command line and are named by no notes.
    """
    return dict.fromkeys(_shown(facts), _WHY) | _of_blocks(facts)


def _shown(facts: Facts) -> Iterator[int]:
    shown = facts.project.shown
    for node in facts.module.tree.body if shown else ():
        if isinstance(node, Defined):
            for inner in (node, *(n for n in node.body if isinstance(n, Defined))):
                if f"{facts.module.name}.{facts.module.qualname(inner)}" in shown:
                    yield from body_rows(inner)


def _of_blocks(facts: Facts) -> dict[int, str]:
    blocks = [node for node in facts.module.all(ast.If) if asks_for_main(node.test)]
    own = f"{facts.module.name}."
    if not blocks or not any(name.startswith(own) for name in facts.project.imported):
        return {}
    # What follows an `else` runs where the module is imported.
    rows = {row for b in blocks for row in range(b.lineno, (b.body[-1].end_lineno or b.lineno) + 1)}
    out = dict.fromkeys(rows, "")
    if _offered(facts, own):
        _add_shown(facts, rows)
    return dict.fromkeys(rows, _WHY) | out


def _offered(facts: Facts, own: str) -> bool:
    """Whether a package around the module takes something from it, for those who import it."""
    package = facts.module.name.rpartition(".")[0]
    while package:
        exports = facts.project.exports.get(package, {})
        if any(f"{source}.".startswith(own) for source in exports.values()):
            return True
        package = package.rpartition(".")[0]
    return False


def _add_shown(facts: Facts, rows: set[int]) -> None:
    """Add the functions at the top that nothing reads but rows that are shown already."""
    module, taken = facts.module, taken_elsewhere(facts)
    left = [
        f for f in module.tree.body
        if isinstance(f, ast.FunctionDef) and f.name not in taken and not f.decorator_list
    ]  # fmt: skip
    found = True
    while found:
        found = False
        for function in list(left):
            within = rows_of(function)
            reads = [r.lineno for r in module.reads(module.top, function.name)]
            outside = [row for row in reads if row not in within]
            if outside and all(row in rows for row in outside):
                rows.update(within)
                left.remove(function)
                found = True


def asks_for_main(test: ast.expr) -> bool:
    match test:
        case ast.Compare(ast.Name("__name__"), [ast.Eq()], [ast.Constant("__main__")]):
            return True
    return False
