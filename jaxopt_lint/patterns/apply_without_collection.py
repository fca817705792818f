"""Passes of modules of Linen that lack what one of their layers needs to work as it is told to.

A `BatchNorm` in training renews its statistics, which `apply` allows by `mutable` alone; a
`Dropout` that is on draws from the stream of keys named `dropout`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.effects.objects import class_made, look_up
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.forward import Forward, forward
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python import argument, arguments, defaults, keywords, unpacks
from jaxopt_lint.semantics.subjects.differentiation.gradients import unconditional

_DEPTH = 4
_NORM, _DROPOUT = "flax.linen.BatchNorm", "flax.linen.Dropout"
# The parameter that says whether a layer is on, where it stands, and the value that it is on for.
_SWITCHES = {_NORM: ("use_running_average", 0), _DROPOUT: ("deterministic", 2)}


@dataclass(frozen=True, slots=True)
class Lacking:
    """A pass that lacks what a layer needs.

    Attributes:
        node: the call of `apply`.
        model: the class of the model.
        layer: the call that makes the layer.
        kind: the layer's dotted name.
        lacks: the keyword of `apply` that is missing, or the dictionary without the stream.
    """

    node: ast.Call
    model: str
    layer: ast.Call
    kind: str
    lacks: str


def lacking(facts: Facts) -> Iterator[Lacking]:
    """The passes of a file that raise, since a layer that is on lacks what it needs."""
    for call in facts.module.all(ast.Call):
        if not isinstance(call.func, ast.Attribute) or unpacks(call):
            continue
        found = forward(facts, call)
        if found is None or found.framework != "linen" or error_meant(facts, call):
            continue
        missing = {_NORM: _statistics(call), _DROPOUT: _stream(call)}
        for layer, kind in layers_on(facts, found):
            if missing[kind]:
                yield Lacking(call, found.owner.name, layer, kind, missing[kind])
                break


def _statistics(call: ast.Call) -> str:
    """What of `mutable` is missing for statistics to be renewed; "" where nothing is."""
    given = keywords(call).get("mutable")
    off = isinstance(given, ast.Constant) and given.value is False
    return "mutable" if given is None or off else ""


def _stream(call: ast.Call) -> str:
    """What of `rngs` is missing for dropout to draw; "" where nothing is known to be."""
    given = argument(call, len(call.args), "rngs")
    if given is None:
        return "rngs"
    streams = given.keys if isinstance(given, ast.Dict) else [None]
    known = [s.value for s in streams if isinstance(s, ast.Constant)]
    return "dropout" if len(known) == len(streams) and "dropout" not in known else ""


def layers_on(facts: Facts, found: Forward) -> Iterator[tuple[ast.Call, str]]:
    """The layers that are certainly on in a pass of a module of Linen, with their dotted names."""
    known = _switches(found.method, dict(found.given()), {})
    yield from _on(facts, found.owner, found.method, known, _DEPTH)


def _on(
    facts: Facts,
    owner: ast.ClassDef,
    method: ast.FunctionDef,
    values: Mapping[str, bool],
    depth: int,
) -> Iterator[tuple[ast.Call, str]]:
    """The layers that are certainly on when a method runs with such switches, within the modules
    that it calls, too."""
    for call in facts.module.inside(ast.Call, method):
        if not _always(facts, call, method):
            continue
        made = _layer(facts, owner, call.func)
        if made is None:
            continue
        kind = facts.names.call(made) or ""
        if kind in _SWITCHES:
            word, place = _SWITCHES[kind]
            told = keywords(call).get(word) or argument(made, place, word)
            off = kind == _DROPOUT and not _drops(made)
            if told is not None and _value(told, values) is False and not off:
                yield made, kind
            continue
        inner = class_made(facts, made.func) if depth else None
        body = look_up(facts, inner, "__call__") if inner is not None else None
        if inner is None or not isinstance(body, ast.FunctionDef) or unpacks(call):
            continue
        if framework_of(facts, inner) == "linen":
            handed = _switches(body, dict(arguments(call, body, 1)), values)
            yield from _on(facts, inner, body, handed, depth - 1)


def _always(facts: Facts, call: ast.Call, method: ast.FunctionDef) -> bool:
    """Whether a method makes a call whatever happens."""
    statement = facts.module.statement(call)
    if not unconditional(facts.module, call, statement):
        return False
    while statement not in method.body:
        match loop := facts.module.parent[statement]:
            case ast.For(iter=ast.Tuple() | ast.List() as rows) if statement in loop.body:
                if not rows.elts or _leaves(facts.module.before(statement)):
                    return False
                statement = loop
            case _:
                return False
    return not _leaves(facts.module.before(statement))


def _leaves(statements: Sequence[ast.stmt]) -> bool:
    """Whether statements may leave what they stand in."""
    early = (n for s in statements for n in ast.walk(s))
    return any(isinstance(n, (ast.Return, ast.Raise, ast.Break, ast.Continue)) for n in early)


def _layer(facts: Facts, owner: ast.ClassDef, func: ast.expr) -> ast.Call | None:
    """The call that made what is called: `nn.Dense(3)` of `nn.Dense(3)(x)`, of `self.out(x)` and of
    `out(x)`."""
    if isinstance(func, ast.Call):
        return func
    if isinstance(func, ast.Name):
        made = facts.names.value(func)
        return made if isinstance(made, ast.Call) else None
    if not isinstance(func, ast.Attribute) or not facts.module.is_self(func.value):
        return None
    setup = look_up(facts, owner, "setup")
    stored = [
        s.value
        for s in (setup.body if setup is not None else ())
        if isinstance(s, ast.Assign)
        for t in s.targets
        if isinstance(t, ast.Attribute) and t.attr == func.attr
    ]
    return stored[0] if len(stored) == 1 and isinstance(stored[0], ast.Call) else None


def _drops(made: ast.Call) -> bool:
    """Whether a layer of dropout is known to drop anything."""
    rate = argument(made, 0, "rate")
    return isinstance(rate, ast.Constant) and bool(rate.value)


def _switches(
    method: ast.FunctionDef, given: Mapping[str, ast.expr], values: Mapping[str, bool]
) -> dict[str, bool]:
    """The truths that a method runs with: what it is given, and its defaults for the rest."""
    unset = {name: value for name, value in defaults(method).items() if name not in given}
    return {**_constants(unset, {}), **_constants(given, values)}


def _constants(given: Mapping[str, ast.expr], values: Mapping[str, bool]) -> dict[str, bool]:
    found = {name: _value(value, values) for name, value in given.items()}
    return {name: value for name, value in found.items() if value is not None}


def _value(node: ast.expr, values: Mapping[str, bool]) -> bool | None:
    """The truth that an expression is, of parameters whose truth is known; None if it is not."""
    match node:
        case ast.Constant(bool(value)):
            return value
        case ast.Name(name):
            return values.get(name)
        case ast.UnaryOp(ast.Not(), inner):
            known = _value(inner, values)
            return None if known is None else not known
    return None
