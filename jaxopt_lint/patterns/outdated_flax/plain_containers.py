"""Modules of NNX in plain lists and dictionaries, which Flax 0.12 no longer looks into."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.patterns.outdated_flax.outdated import DAY_OF_12, Outdated, fails
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.effects.objects import class_made
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import keywords

_WRAPPING = ("flax.nnx.data", "flax.nnx.static", "flax.nnx.List", "flax.nnx.Dict")
_INSTEAD = {"list": "nnx.List", "tuple": "nnx.List", "dictionary": "nnx.Dict"}


def plain_containers(facts: Facts) -> Iterator[Outdated]:
    """The attributes of modules of NNX in a file that hold layers in a plain container."""
    for statement in facts.module.all(ast.Assign, ast.AnnAssign):
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        if not isinstance(target, ast.Attribute) or not facts.module.is_self(target.value):
            continue
        owner = facts.module.owner(statement)
        if owner is None or framework_of(facts, owner) != "nnx" or "pytree" in keywords_of(owner):
            continue
        if is_declared(facts, owner, target.attr):
            continue
        kind = _kind(facts, statement.value, target)
        if kind and is_module(facts, owner) and fails(facts, statement, DAY_OF_12):
            text = facts.module.source(target)
            yield Outdated(
                statement,
                f"`{text}` is a plain {kind} with layers in it, which a module of NNX does not "
                "look into since Flax 0.12: it raises ValueError",
                f"`{text} = {_INSTEAD[kind]}(...)`",
            )


def keywords_of(owner: ast.ClassDef) -> set[str]:
    """The keywords in the head of a class."""
    return {k.arg for k in owner.keywords if k.arg is not None}


def is_declared(facts: Facts, owner: ast.ClassDef, name: str) -> bool:
    """Whether a class says itself what an attribute holds (`nnx.data()`, `nnx.Data[list]`)."""
    for statement in owner.body:
        match statement:
            case ast.Assign([ast.Name(bound)], value):
                said: list[ast.expr | None] = [value]
            case ast.AnnAssign(ast.Name(bound), annotation, value):
                said = [annotation, value]
            case _:
                continue
        parts = (part for one in said if one is not None for part in ast.walk(one))
        if bound == name and any(_declares(facts, part) for part in parts):
            return True
    return _is_wrapped(facts, owner, name)


def _is_wrapped(facts: Facts, owner: ast.ClassDef, name: str) -> bool:
    """Whether a method stores in an attribute what is said to be data: `self.layers =
    nnx.data(None)` before the layers come to be, or `nnx.List(self.layers)` when all are there."""
    for statement in facts.module.inside(ast.Assign, owner):
        stored = any(
            isinstance(t, ast.Attribute) and t.attr == name and facts.module.is_self(t.value)
            for t in statement.targets
        )
        if stored and isinstance(statement.value, ast.Call):
            if facts.names.call(statement.value) in _WRAPPING:
                return True
    return False


def _declares(facts: Facts, part: ast.AST) -> bool:
    named = isinstance(part, (ast.Name, ast.Attribute)) and facts.names.of(part)
    return named in ("flax.nnx.data", "flax.nnx.Data", "flax.nnx.static", "flax.nnx.Static")


def is_module(facts: Facts, owner: ast.ClassDef) -> bool:
    """Whether a class is a module of Flax itself, and not of a package on it with its own ways."""
    return any(facts.names.of(base) == "flax.nnx.Module" for base in owner.bases)


def _kind(facts: Facts, value: ast.expr | None, target: ast.Attribute) -> str:
    """What kind of plain container holds layers; "" where none is known to."""
    if isinstance(value, ast.Name) and (made := facts.names.value(value)) is not None:
        if isinstance(made, ast.List) and not made.elts:
            return "list" if _appended(facts, value) else ""
        value = made
    match value:
        case ast.List([]):
            return "list" if _appended(facts, target) else ""
        case ast.List(items):
            return "list" if any(_makes(facts, item) for item in items) else ""
        case ast.Tuple(items):
            return "tuple" if any(_makes(facts, item) for item in items) else ""
        case ast.ListComp(item):
            return "list" if _makes(facts, item) else ""
        case ast.Dict(_, items):
            return "dictionary" if any(_makes(facts, item) for item in items) else ""
        case ast.DictComp(_, item):
            return "dictionary" if _makes(facts, item) else ""
    return ""


def _appended(facts: Facts, target: ast.Attribute | ast.Name) -> bool:
    """Whether layers are appended to what an attribute or a name holds, in the same method."""
    text = facts.module.source(target)
    function = facts.module.function(target)
    for call in facts.module.inside(ast.Call, function) if function is not None else ():
        func = call.func
        if isinstance(func, ast.Attribute) and func.attr == "append" and call.args:
            if facts.module.source(func.value) == text and makes_data(facts, call.args[0]):
                return True
    return False


def makes_data(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression makes a layer or a variable of NNX, or is a name for one."""
    if isinstance(node, ast.Name):
        made = origins(facts, node)
        return bool(made) and all(_makes(facts, one) for one in made)
    return _makes(facts, node)


def _makes(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression makes a layer of NNX, with its random streams."""
    if not isinstance(node, ast.Call):
        return False
    name = facts.names.call(node) or ""
    head, _, last = name.rpartition(".")
    if head == "flax.nnx":
        return last == "Param" or (last[:1].isupper() and "rngs" in keywords(node))
    if facts.project.networks.get(name) == "nnx":
        return True
    owner = class_made(facts, node.func)
    return owner is not None and framework_of(facts, owner) == "nnx"
