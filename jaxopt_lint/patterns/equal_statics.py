"""What static values JAX takes for each other: it finds compiled code by `==` and the hash of each,
and by its type, but not by the types of what is in it.

So `-0.0` gets what was compiled for `0.0`, and `(1.0,)` what was compiled for `(1,)`. Where each
run compiles its own program nobody notices; where one is shared, the first value decides.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.patterns.fresh_jits import FreshJit
from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import DEFINITIONS, arguments, parameters

_PLAIN_TYPES = {"int", "str", "bool", "bytes", "None"}
_PLAIN_CALLS = ("len", "int", "str", "bool", "callable", "isinstance", "hash", "id", "ord", "repr")
_TESTS = (ast.Compare, ast.BoolOp)


def taken_for_each_other(facts: Facts, found: FreshJit) -> Iterator[tuple[str, bool]]:
    """Why two static values of what is compiled may be equal and yet not the same to the program,
    each with whether that is seen."""
    wrap = found.wrap
    static, known = tracing(facts).static(wrap)
    if wrap.keyword("static_argnums", "static_argnames", "static_broadcasted_argnums") is None:
        return
    function = wrap.function
    if not known or function is None:
        yield "which parameters are static is not seen", False
        return
    names = static - {*wrap.bound_names}
    told = {name: [*_values(facts, found, name)] for name in sorted(names)}
    for name, values in told.items():
        if _is_asked_alone(facts, function, name):
            continue
        constants = [one for one in map(_constant, values) if one is not None]
        pair = _pair(constants)
        if pair is not None:
            yield f"`{name}` is `{pair[0]!r}` and `{pair[1]!r}`, which JAX takes for one", True
            continue
        open_ = [one for one in values if _constant(one) is None and not _is_plain(facts, one)]
        if open_ or not values:
            shown = f" (`{facts.module.source(open_[0])}`)" if open_ else ""
            yield f"`{name}`{shown} may be zeros of both signs, or hold equal numbers", False


def _values(facts: Facts, found: FreshJit, name: str) -> Iterator[ast.expr]:
    """What calls give a static parameter: those of what is compiled, and where it is a parameter of
    the function around them, those of this one."""
    for call in _calls(facts, found):
        given = dict(tracing(facts).static_arguments(call, found.wrap))
        if name in given:
            yield from _handed_in(facts, given[name], found.region)


def _calls(facts: Facts, found: FreshJit) -> Iterator[ast.Call]:
    around = facts.module.parent.get(found.node)
    if found.name is None:
        if isinstance(around, ast.Call) and around.func is found.node:
            yield around
        return
    holder = facts.module.scope[found.home].holder(found.name)
    for read in facts.module.reads(holder, found.name):
        call = facts.module.parent[read]
        if isinstance(call, ast.Call) and call.func is read:
            yield call


def _handed_in(facts: Facts, value: ast.expr, region: ast.AST) -> Iterator[ast.expr]:
    own = isinstance(value, ast.Name) and isinstance(region, DEFINITIONS)
    binding = facts.names.only_binding(value) if isinstance(value, ast.Name) else None
    if not own or binding is None or binding.kind != "param":
        yield value
        return
    assert isinstance(value, ast.Name) and isinstance(region, DEFINITIONS)
    if value.id not in parameters(region) or _has_plain_annotation(region, value.id):
        yield value
        return
    callers = calls(facts).callers(region)
    handed = [dict(arguments(one, region, 0)).get(value.id) for one in callers]
    yield from (one for one in handed if one is not None)
    if not handed or None in handed:
        yield value


def _has_plain_annotation(function: ast.AST, name: str) -> bool:
    args = function.args  # type: ignore[attr-defined]
    for one in (*args.posonlyargs, *args.args, *args.kwonlyargs):
        if one.arg == name and one.annotation is not None:
            return all(
                node.id in _PLAIN_TYPES
                for node in ast.walk(one.annotation)
                if isinstance(node, ast.Name)
            ) and isinstance(one.annotation, (ast.Name, ast.BinOp, ast.Constant))
    return False


def _constant(node: ast.expr) -> tuple[object] | None:
    """The value that is written there, if it is."""
    try:
        return (ast.literal_eval(node),)
    except (ValueError, TypeError, SyntaxError):
        return None


def _pair(constants: list[tuple[object]]) -> tuple[object, object] | None:
    """Two of several values that are equal, of one type, and not the same all through."""
    values = [one for (one,) in constants]
    for i, one in enumerate(values):
        for other in values[i + 1 :]:
            if type(one) is type(other) and one == other and _told(one) != _told(other):
                return one, other
    return None


def _told(value: object) -> object:
    if isinstance(value, tuple):
        return tuple(map(_told, value))
    if isinstance(value, (float, complex)):
        return repr(value)
    return type(value), value


def _is_plain(facts: Facts, node: ast.expr) -> bool:
    """Whether a value is of a type whose equal values are all one: a whole number, a flag, a text,
    a function, a type of numbers."""
    module = facts.module
    if isinstance(node, (ast.JoinedStr, ast.Compare, ast.Lambda)) or (
        static_int(facts, node) is not None
    ):
        return True
    if isinstance(node, ast.Call):
        return facts.names.is_builtin(node.func, *_PLAIN_CALLS)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return True
    if isinstance(node, ast.Subscript):  # `x.shape[0]`
        return isinstance(node.value, ast.Attribute) and node.value.attr == "shape"
    if isinstance(node, ast.Attribute):
        if node.attr in ("shape", "ndim", "size", "dtype"):
            return True
        name = facts.names.of(node) or ""
        return name.startswith(("jax.", "numpy."))
    if isinstance(node, ast.Name):
        binding = facts.names.only_binding(node)
        if binding is None:
            return False
        if binding.kind in ("def", "import", "class"):
            return True
        around = module.function(node)
        named = around is not None and _has_plain_annotation(around, node.id)
        return binding.kind == "param" and named
    return False


def _is_asked_alone(facts: Facts, function: ast.AST, name: str) -> bool:
    """Whether code asks about a parameter alone: what is equal answers alike."""
    module = facts.module
    reads = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
    ]
    return all(_asks(facts, module.parent[node], node) for node in reads)


def _asks(facts: Facts, around: ast.AST, node: ast.Name) -> bool:
    if isinstance(around, _TESTS):
        return True
    if isinstance(around, (ast.If, ast.IfExp, ast.While)):
        return around.test is node
    if isinstance(around, ast.UnaryOp):
        return isinstance(around.op, ast.Not)
    if isinstance(around, ast.Call):
        called = around.func is node
        return called or facts.names.is_builtin(around.func, "range", "len", "isinstance")
    return False
