"""`flax.optim`, which is gone since Flax 0.6."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from jaxopt_lint.finding import Severity
from jaxopt_lint.patterns.outdated_flax.outdated import DAY_OF_6, Outdated, fails
from jaxopt_lint.semantics.jax.basics import Facts

_GONE = "flax.optim"
# What is no optimizer, and where it is now.
_MOVED = {"DynamicScale": "use `flax.training.dynamic_scale.DynamicScale`"}


def taken(facts: Facts) -> Iterator[Outdated]:
    """The imports and reads of `flax.optim` in a file: the first one tells of all."""
    found = sorted(_taken(facts), key=lambda one: facts.range(one.node))
    for index, one in enumerate(found):
        more = f" ({len(found) - 1} more below)" if len(found) > 1 else ""
        yield (
            replace(one, severity=Severity.INFO)
            if index
            else replace(one, message=one.message + more)
        )


def _taken(facts: Facts) -> Iterator[Outdated]:
    for node in facts.module.all(ast.ImportFrom, ast.Import):
        if isinstance(node, ast.ImportFrom):
            of_it = [] if node.level else [
                a for a in node.names
                if node.module == _GONE or (node.module, a.name) == ("flax", "optim")
            ][:1]  # fmt: skip
        else:
            of_it = [a for a in node.names if a.name == _GONE]
        if of_it and fails(facts, node, DAY_OF_6):
            yield from (_gone(alias, "importing") for alias in of_it)
    for read in facts.module.attributes("optim"):
        if isinstance(read.value, ast.Name) and facts.names.of(read) == _GONE:
            if fails(facts, read, DAY_OF_6):
                around = facts.module.parent[read]
                taken = around.attr if isinstance(around, ast.Attribute) else ""
                yield _gone(read, "reading", _MOVED.get(taken, "use Optax"))


def _gone(node: ast.AST, doing: str, instead: str = "use Optax") -> Outdated:
    return Outdated(
        node, f"`flax.optim` was removed in Flax 0.6: {doing} it raises an error", instead
    )
