"""Attributes of modules of NNX that are None first and a layer then, which Flax 0.12 refuses."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.patterns.outdated_flax.outdated import DAY_OF_12, Outdated, fails
from jaxopt_lint.patterns.outdated_flax.plain_containers import (
    is_declared,
    is_module,
    keywords_of,
    makes_data,
)
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python import annotated_fields


def filled_later(facts: Facts) -> Iterator[Outdated]:
    """The layers of a file that take the place of a None which the constructor always stores."""
    for owner in facts.module.all(ast.ClassDef):
        if "pytree" in keywords_of(owner) or not is_module(facts, owner):
            continue
        if framework_of(facts, owner) != "nnx":
            continue
        made = next((s for s in owner.body if _is_constructor(s)), None)
        empty = _empty(facts, made) if isinstance(made, ast.FunctionDef) else {}
        declared = annotated_fields(owner)
        for statement in facts.module.inside(ast.Assign, *owner.body) if empty else ():
            for target in statement.targets:
                first = _stored(facts, target, empty)
                if first is None:
                    continue
                in_constructor = facts.module.function(statement) is made
                if in_constructor and statement.lineno <= first.lineno:
                    continue
                name = getattr(target, "attr", "")
                if name in declared or is_declared(facts, owner, name):
                    continue
                if not makes_data(facts, statement.value):
                    continue
                if fails(facts, statement, DAY_OF_12):
                    text = facts.module.source(target)
                    yield Outdated(
                        statement,
                        f"`{text}` is None first, so that a module of NNX takes it for static, and "
                        "refuses the layer since Flax 0.12: it raises ValueError",
                        f"store it in the constructor alone, or declare `{name}: nnx.Data[...]` in "
                        "the class",
                        f"it is None at {facts.at(first)}",
                    )


def _is_constructor(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.FunctionDef) and statement.name == "__init__"


def _empty(facts: Facts, constructor: ast.FunctionDef) -> dict[str, ast.Assign]:
    """By attribute the statement by which a constructor stores None on all ways through it."""
    out: dict[str, ast.Assign] = {}
    for statement in constructor.body:
        match statement:
            case ast.Assign([ast.Attribute() as target], ast.Constant(None)):
                if facts.module.is_self(target.value):
                    out.setdefault(target.attr, statement)
    return out


def _stored(facts: Facts, target: ast.expr, empty: dict[str, ast.Assign]) -> ast.Assign | None:
    """The statement that has stored None where a layer goes; None where there is none."""
    if isinstance(target, ast.Attribute) and facts.module.is_self(target.value):
        return empty.get(target.attr)
    return None
