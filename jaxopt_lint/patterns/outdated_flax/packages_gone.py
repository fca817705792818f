"""`flax.nn`, which is gone since Flax 0.3.6, and `flax.optim`, which is gone since 0.6."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from jaxopt_lint.finding import Severity
from jaxopt_lint.patterns.outdated_flax.outdated import DAY_OF_3_6, DAY_OF_6, Outdated, fails
from jaxopt_lint.semantics.jax.basics import Facts


@dataclass(frozen=True, slots=True)
class _Package:
    """A package that is gone: its last name, the release without it, and what there is instead.

    Attributes:
        moved: what of it is elsewhere now, by its name.
    """

    name: str
    since: str
    day: tuple[int, ...]
    instead: str
    moved: dict[str, str]


_PACKAGES = (
    _Package("nn", "0.3.6", DAY_OF_3_6, "write it with `flax.linen`", {}),
    _Package(
        "optim", "0.6", DAY_OF_6, "use Optax",
        {"DynamicScale": "use `flax.training.dynamic_scale.DynamicScale`"},
    ),
)  # fmt: skip


def taken(facts: Facts) -> Iterator[Outdated]:
    """The imports and reads of these packages in a file: the first one of each tells of all."""
    for package in _PACKAGES:
        found = sorted(_taken(facts, package), key=lambda one: facts.range(one.node))
        for index, one in enumerate(found):
            more = f" ({len(found) - 1} more below)" if len(found) > 1 else ""
            yield (
                replace(one, severity=Severity.INFO)
                if index
                else replace(one, message=one.message + more)
            )


def _taken(facts: Facts, package: _Package) -> Iterator[Outdated]:
    gone = f"flax.{package.name}"
    for node in facts.module.all(ast.ImportFrom, ast.Import):
        if isinstance(node, ast.ImportFrom):
            of_it = [] if node.level else [
                a for a in node.names
                if node.module == gone or (node.module, a.name) == ("flax", package.name)
            ][:1]  # fmt: skip
        else:
            of_it = [a for a in node.names if a.name == gone]
        if of_it and fails(facts, node, package.day):
            yield from (_gone(alias, "importing", package) for alias in of_it)
    for read in facts.module.attributes(package.name):
        if isinstance(read.value, ast.Name) and facts.names.of(read) == gone:
            if fails(facts, read, package.day):
                around = facts.module.parent[read]
                part = around.attr if isinstance(around, ast.Attribute) else ""
                yield _gone(read, "reading", package, part)


def _gone(node: ast.AST, doing: str, package: _Package, part: str = "") -> Outdated:
    return Outdated(
        node,
        f"`flax.{package.name}` was removed in Flax {package.since}: {doing} it raises an error",
        package.moved.get(part, package.instead),
        since=package.day,
        gone="" if part in package.moved else f"flax.{package.name}",
    )
