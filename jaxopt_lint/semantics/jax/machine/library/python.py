"""Python's own functions."""

from __future__ import annotations

import ast
from collections.abc import Callable

from jaxopt_lint.semantics.jax.machine import trips
from jaxopt_lint.semantics.jax.machine.contents import levels_of, on_device
from jaxopt_lint.semantics.jax.machine.core import Arguments, Core, Keywords, of_many
from jaxopt_lint.semantics.jax.machine.lattice import join_all
from jaxopt_lint.semantics.jax.machine.values import (
    CALLABLE,
    NONE,
    SHAPE_NUMBER,
    TEXT,
    Array,
    Class,
    Const,
    Host,
    Instance,
    Lib,
    Map,
    Record,
    Seq,
    Tree,
    Unknown,
    Value,
    items_of,
    truth,
)

_NOTHING = Unknown("what it is given is not known")


def _first(args: Arguments) -> Value:
    return args[0] if args else _NOTHING


def _at(node: ast.expr, place: int = 0) -> ast.expr:
    """Where an argument stands."""
    given = node.args if isinstance(node, ast.Call) else []
    return given[place] if place < len(given) else node


def _number(name: str) -> Callable[[Core, ast.expr, Arguments, Keywords], Value]:
    def convert(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
        value = _first(args)
        if on_device(value) and len(args) == 1:
            only = {t.level for t in machine.traces if t.kind == "grad"}
            levels = levels_of(value)
            # A gradient alone leaves `int` and `bool` a value to give.
            if not (levels and levels <= only and name != "float"):
                machine.asked(node, _at(node), value, name)
            assert isinstance(value, (Array, Tree))
            return Host(()) if levels else trips.fetched(machine, node, value, (), False)
        match value:
            case Const(known) if isinstance(known, (bool, int, float, str)):
                try:
                    return Const(_PYTHON[name](known))
                except (TypeError, ValueError, OverflowError):
                    return Unknown("it fails")
            case Unknown(_, True):
                return value
        if name == "bool":
            decided = truth(value)
            return Const(decided) if decided is not None else Unknown(_why(value))
        return Host(())

    return convert


_PYTHON: dict[str, Callable[..., object]] = {
    "int": int, "float": float, "bool": bool, "complex": complex,
}  # fmt: skip


def _why(value: Value) -> str:
    return value.why if isinstance(value, Unknown) else "its value is not known"


def _len(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    match _first(args):
        case Seq(_, items, _, count) if items is not None or count is not None:
            return Const(len(items) if items is not None else count)
        case Map(items, None):
            return Const(len(items))
        case Array(_, shape) if shape and shape[0] is not None:
            return Const(shape[0])
        case Array() | Tree():
            return SHAPE_NUMBER
        case Const(text) if isinstance(text, str):
            return Const(len(text))
        case Unknown(why, shapes):
            return Unknown(why, shapes)
    return Host(())


def _range(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    numbers = [a.value for a in args if isinstance(a, Const) and isinstance(a.value, int)]
    count = None
    if len(numbers) == len(args) and 0 < len(args) <= 3 and not (len(args) == 3 and not numbers[2]):
        count = len(range(*numbers))
    for i, value in enumerate(args):
        machine.asked_all(node, _at(node, i), value, "range")
    item: Value = Host(())
    if any(isinstance(a, Unknown) and a.of_shapes for a in args):
        item = SHAPE_NUMBER
    return Seq("range", None, item, count)


def _sequence(kind: str) -> Callable[[Core, ast.expr, Arguments, Keywords], Value]:
    def make(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
        if not args:
            return Seq(kind, ())
        value = args[0]
        if isinstance(value, Seq):
            return Seq(kind, value.items, value.item, value.count)
        item, count = machine.iterated(value, node)
        if isinstance(value, Unknown):
            return Unknown(value.why)
        return Seq(kind, None, item, count)

    return make


def _enumerate(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    item, count = machine.iterated(_first(args), node)
    return Seq("iterator", None, Seq("tuple", (Host(()), item)), count)


def _zip(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    found = [machine.iterated(a, node) for a in args]
    counts = [count for _, count in found if count is not None]
    exact = bool(found) and isinstance(node, ast.Call) and len(node.args) == len(args)
    item: Value = Seq("tuple", tuple(item for item, _ in found)) if exact else _NOTHING
    return Seq("iterator", None, item, min(counts, default=None))


def _map(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    if len(args) < 2:
        return _NOTHING
    found = [machine.iterated(a, node) for a in args[1:]]
    made = machine.call(node, args[0], [item for item, _ in found], {})
    counts = [count for _, count in found if count is not None]
    return Seq("iterator", None, made, min(counts, default=None))


def _print(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    for i, value in enumerate(args):
        if machine.asked_all(node, _at(node, i), value, "print"):
            break
    return NONE


def _text(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    machine.asked_all(node, _at(node), _first(args), "format")
    value = _first(args)
    return Const(str(value.value)) if isinstance(value, Const) else TEXT


def _arithmetic(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    """`sum(xs)`, `abs(x)`, `pow(x, 2)`, `round(x)`."""
    value = _first(args)
    if isinstance(value, Seq):
        value = join_all(items_of(value)) if value.items != () else Const(0)
    if on_device(value):
        return machine.array(node, "eager", "sum", levels_of(value))
    if isinstance(value, (Const, Host)):
        return Host((), isinstance(value, Host) and value.array)
    return value


def _chosen(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    """`max(a, b)`, `min(a, b)`, which compare."""
    found = list(args)
    if len(args) == 1:
        item, _ = machine.iterated(args[0], node)
        if isinstance(args[0], (Seq, Array)):
            found = [item, item]
    constants = [a.value for a in found if isinstance(a, Const)]
    numbers = [c for c in constants if isinstance(c, (int, float))]
    if len(numbers) == len(found) and isinstance(node, ast.Call) and len(found) > 1:
        func = node.func
        pick = max if isinstance(func, ast.Name) and func.id == "max" else min
        return Const(pick(numbers))
    if len(found) > 1:
        for i, value in enumerate(found):
            if isinstance(value, Array):
                pieces = len(args) == 1 and of_many(args[0])
                machine.asked(node, _at(node, min(i, len(args) - 1)), value, "if", pieces)
                return value
    return join_all(found) if found else _NOTHING


def _isinstance(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    if len(args) != 2:
        return _NOTHING
    kinds = items_of(args[1]) if isinstance(args[1], Seq) and args[1].items else [args[1]]
    answers = {_is_a(args[0], kind) for kind in kinds}
    if True in answers:
        return Const(True)
    return Const(False) if answers == {False} else Unknown("its type is not known")


def _is_a(value: Value, kind: Value) -> bool | None:
    """Whether a value is of a type; None where that is not known."""
    if isinstance(kind, Class):
        if isinstance(value, (Instance, Record)):
            return value.owner is kind.node or None
        return None if isinstance(value, (Unknown, Tree)) else False
    if not isinstance(kind, Lib):
        return None
    name = kind.dotted
    if isinstance(value, Array):
        if name in ("jax.core.Tracer", "jax.extend.core.Tracer"):
            return bool(value.levels)
        if name in ("jax.Array", "jax.numpy.ndarray"):
            return True
        return False if name.startswith("builtins.") or name == "numpy.ndarray" else None
    if isinstance(value, Const) and name.startswith("builtins."):
        known = _TYPES.get(name[9:])
        return isinstance(value.value, known) if known is not None else None
    if isinstance(value, Seq) and name.startswith("builtins."):
        return name[9:] == value.kind if value.kind in ("list", "tuple") else None
    if isinstance(value, Map) and name.startswith("builtins."):
        return name == "builtins.dict"
    return None


_TYPES: dict[str, type] = {
    "int": int, "float": float, "str": str, "bool": bool, "list": list, "tuple": tuple,
    "dict": dict, "bytes": bytes, "complex": complex, "set": set,
}  # fmt: skip


def _callable(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    value = _first(args)
    if isinstance(value, CALLABLE):
        return Const(True)
    return Const(False) if isinstance(value, (Const, Array, Host)) else Unknown(_why(value))


def _dict(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    if not args:
        return Map(tuple(kwargs.items()))
    if isinstance(args[0], Map):
        return Map((*args[0].items, *kwargs.items()), args[0].rest)
    return Unknown(_why(args[0]))


def _any(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    value = _first(args)
    item, _ = machine.iterated(value, node)
    if isinstance(item, (Array, Tree)):
        machine.asked(node, _at(node), item, "bool")
    return Host(())


def _next(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    return machine.iterated(_first(args), node)[0]


def _getattr(machine: Core, node: ast.expr, args: Arguments, kwargs: Keywords) -> Value:
    return Unknown("an attribute whose name is computed")


BUILTINS: dict[str, Callable[[Core, ast.expr, Arguments, Keywords], Value]] = {
    **{name: _number(name) for name in ("int", "float", "bool", "complex")},
    "len": _len, "range": _range, "enumerate": _enumerate, "zip": _zip, "map": _map,
    "list": _sequence("list"), "tuple": _sequence("tuple"), "sorted": _sequence("list"),
    "reversed": _sequence("iterator"), "iter": _sequence("iterator"), "set": _sequence("list"),
    "print": _print, "str": _text, "repr": _text, "format": _text,
    "sum": _arithmetic, "abs": _arithmetic, "round": _arithmetic, "pow": _arithmetic,
    "max": _chosen, "min": _chosen, "isinstance": _isinstance, "callable": _callable,
    "dict": _dict, "any": _any, "all": _any, "next": _next, "getattr": _getattr,
}  # fmt: skip
# They ask nothing of the values of arrays, and run no code of others.
SILENT = frozenset(
    {"len", "range", "enumerate", "zip", "isinstance", "issubclass", "callable", "dict", "getattr",
     "hasattr", "setattr", "id", "type", "super", "vars", "reversed", "slice", "object", "iter"}
)  # fmt: skip
