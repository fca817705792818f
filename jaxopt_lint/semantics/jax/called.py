"""The calls of a file by what they call: nobody need go through all of them for a few."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from jaxopt_lint.semantics.jax.facts import Facts, fact


@fact
def _by_name(facts: Facts) -> Mapping[str, Sequence[tuple[int, ast.Call]]]:
    """The calls of a file by the dotted name of what they call, each with its place among them."""
    out: dict[str, list[tuple[int, ast.Call]]] = {}
    for number, call in enumerate(facts.module.all(ast.Call)):
        name = facts.names.of(call.func)
        if name is not None:
            out.setdefault(name, []).append((number, call))
    return out


def called(facts: Facts, *names: str) -> Iterator[tuple[ast.Call, str]]:
    """The calls of some functions, each with the dotted name, in source order.

    Args:
        names: dotted ones; `jax.lax.` stands for all that is in it, and below it.
    """
    known = _by_name(facts)
    fronts = tuple(name for name in names if name.endswith("."))
    found = [
        (number, call, name)
        for name in ((n for n in known if n in names or n.startswith(fronts)) if fronts else names)
        for number, call in known.get(name, ())
    ]
    for _, call, name in sorted(found, key=lambda one: one[0]):
        yield call, name
