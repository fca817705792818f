"""Methods of values of libraries: arrays, lists, dictionaries, texts."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.results import TO_HOST_METHODS
from jaxopt_lint.semantics.jax.machine import trips
from jaxopt_lint.semantics.jax.machine.contents import levels_of
from jaxopt_lint.semantics.jax.machine.core import Arguments, Core, Keywords
from jaxopt_lint.semantics.jax.machine.lattice import join, join_all
from jaxopt_lint.semantics.jax.machine.library.shaped import shape_of_method
from jaxopt_lint.semantics.jax.machine.shapes import reduced
from jaxopt_lint.semantics.jax.machine.values import (
    NONE,
    TEXT,
    Array,
    Const,
    Host,
    Map,
    Method,
    Seq,
    Tree,
    Unknown,
    Value,
    items_of,
    of_map,
)
from jaxopt_lint.semantics.jax.writes import WRITES

_REDUCING = frozenset(
    {"sum", "mean", "max", "min", "prod", "std", "var", "any", "all", "argmax", "argmin"}
)
_OF_ARRAYS_ONLY = _REDUCING | {"astype", "reshape", "ravel", "flatten", "squeeze", "dot"}
_AT = WRITES | {"min", "max", "apply", "get"}
_EXACT = frozenset({"any", "all", "argmax", "argmin", "argsort", "round"})


def called(
    machine: Core, node: ast.expr, method: Method, args: Arguments, kwargs: Keywords
) -> Value:
    """What calling a method gives."""
    of_array = isinstance(method.of, (Array, Tree)) or (
        isinstance(method.of, Method) and isinstance(method.of.of, Array)
    )
    if not of_array and not isinstance(method.of, (Seq, Map)):
        machine.shows(node, (*args, *kwargs.values()))
    match method.of:
        case Array() | Tree():
            return _of_array(machine, node, method, method.of, args, kwargs)
        case Host(_, True):
            if method.name in TO_HOST_METHODS:
                return Host((), False)
            shape = shape_of_method(method.name, method.of.shape, args, kwargs)
            return trips.of_method(
                machine, method.name, method.of, [*args, *kwargs.values()], shape
            )
        case Seq():
            return _of_list(machine, method, method.of, args)
        case Map():
            return _of_map(machine, node, method, method.of, args)
        case Const(text) if isinstance(text, str):
            return _of_text(machine, node, method, text, args, kwargs)
        case Method(Array(levels, shape), "at", _) if method.name in _AT:
            name = f"at.{method.name}"
            known = None if method.name == "get" else shape
            return machine.array(node, "eager", name, levels | levels_of(*args), known)
        case Method(Unknown() | Tree() as of, "at", _) if method.name in WRITES and args:
            # `x.at[i].set(v)`: only arrays of JAX have that, whatever else is known of `x`.
            levels = levels_of(of, *args)
            if levels or not machine.traces:
                return machine.array(node, "eager", f"at.{method.name}", levels)
    machine.may_wait(node)
    for arg in (*args, *kwargs.values()):
        trips.write(machine, arg)
    for arg in args:
        machine.escape([a for a in getattr(node, "args", []) if a is not arg])
    return Unknown(f"what `.{method.name}` gives is not known")


def _of_array(
    machine: Core,
    node: ast.expr,
    method: Method,
    of: Array | Tree,
    args: Arguments,
    kwargs: Keywords,
) -> Value:
    name = method.name
    if name in TO_HOST_METHODS:
        machine.asked(node, method.at, of, name)
        single = trips.fetched(machine, node, of, (), False)
        return single if name == "item" else Unknown("a list of numbers")
    if name == "block_until_ready":
        machine.asked(node, method.at, of, name)
        return of
    if isinstance(of, Tree):
        return _of_tree(machine, node, name, of, args)
    levels = machine.without_gradient(of.levels) if name in _EXACT else of.levels
    shape = None
    if name in _REDUCING:
        axis = kwargs.get("axis", args[0] if args else NONE)
        kept = kwargs.get("keepdims", Const(False)) != Const(False)
        shape = reduced(of.shape, axis.value if isinstance(axis, Const) else "unknown", kept)
    elif name in ("astype", "copy", "conj", "round", "clip"):
        shape = of.shape
    return machine.array(node, "eager", name, levels, shape)


def _of_tree(machine: Core, node: ast.expr, name: str, of: Tree, args: Arguments) -> Value:
    if name in ("items", "_asdict"):
        return Seq("iterator", None, Seq("tuple", (Unknown("a key of the dictionary"), of)))
    if name == "keys":
        return Seq("iterator", None, Unknown("a key of the dictionary"))
    if name in ("values", "get", "pop", "copy", "replace", "_replace"):
        return Seq("iterator", None, of) if name == "values" else of
    if of.levels and name not in _OF_ARRAYS_ONLY:
        return Unknown(f"what `.{name}` gives is not known")
    return machine.array(node, "eager", name, of.levels)


def _of_list(machine: Core, method: Method, of: Seq, args: Arguments) -> Value:
    held = items_of(of) if of.items != () else []
    match method.name:
        case "append" | "add" | "appendleft":
            held = [*held, *args[:1]]
            machine.gathered(join_all(list(args[:1])))
            longer = Seq(of.kind, None, join_all(held))
            if method.name == "append" and _straight(machine, method) and of.items is not None:
                longer = Seq(of.kind, (*of.items, *args[:1]))
            machine.store(method.at, longer)
            return NONE
        case "extend" | "update" | "insert":
            more = [machine.iterated(a, method.at)[0] for a in args[:1]]
            if method.name == "insert":
                more = list(args[1:2])
            machine.gathered(join_all(more))
            machine.store(method.at, Seq(of.kind, None, join_all([*held, *more])))
            return NONE
        case "pop" | "popleft":
            machine.store(method.at, Seq(of.kind, None, join_all(held)))
            return join_all(held)
        case "clear" | "sort" | "reverse" | "remove":
            machine.store(method.at, machine.widened(of))
            return NONE
        case "copy":
            return of
        case "index" | "count":
            return Host(())
    return Unknown(f"what `.{method.name}` of a list gives is not known")


def _straight(machine: Core, method: Method) -> bool:
    """Whether a list of a function is made longer where no loop of the function goes around."""
    looped = any(turn.depth >= len(machine.chain) for turn in machine.loops)
    local = isinstance(method.at, ast.Name) and method.at.id in machine.frame.names
    return local and not looped and machine.frame.function is not None


def _of_map(machine: Core, node: ast.expr, method: Method, of: Map, args: Arguments) -> Value:
    key = args[0] if args else None
    match method.name:
        case "items":
            pairs = [Seq("tuple", (Const(k), v)) for k, v in of.items]
            if of.rest is None:
                return Seq("iterator", tuple(pairs))
            return Seq("iterator", None, Seq("tuple", (Unknown("a key"), join_all(of_map(of)))))
        case "values":
            if of.rest is None:
                return Seq("iterator", tuple(v for _, v in of.items))
            return Seq("iterator", None, join_all(of_map(of)))
        case "keys":
            known = of.rest is None
            return Seq("iterator", tuple(Const(k) for k, _ in of.items) if known else None,
                       Unknown("a key"))  # fmt: skip
        case "get" | "pop" | "setdefault":
            default = args[1] if len(args) > 1 else NONE
            if isinstance(key, Const):
                found = next((v for k, v in of.items if k == key.value), None)
                if found is not None:
                    return found
                return default if of.rest is None else join(of.rest, default)
            return join_all([*of_map(of), default])
        case "update":
            other = key
            if isinstance(other, Map):
                kept = {**dict(of.items), **dict(other.items)}
                rest = [r for r in (of.rest, other.rest) if r is not None]
                machine.store(method.at, Map(tuple(kept.items()), join_all(rest) if rest else None))
            else:
                machine.store(method.at, machine.widened(of))
            return NONE
        case "copy":
            return of
        case "clear":
            machine.store(method.at, Map())
            return NONE
    return Unknown(f"what `.{method.name}` of a dictionary gives is not known")


def _of_text(
    machine: Core, node: ast.expr, method: Method, text: str, args: Arguments, kwargs: Keywords
) -> Value:
    if method.name == "format":
        given = getattr(node, "args", [])
        for value, expression in zip(args, given, strict=False):
            machine.asked_all(node, expression, value, "format")
        for keyword in getattr(node, "keywords", []):
            if keyword.arg in kwargs:
                machine.asked_all(node, keyword.value, kwargs[keyword.arg], "format")
    if method.name in ("startswith", "endswith") and len(args) == 1:
        part = args[0]
        if isinstance(part, Const) and isinstance(part.value, str):
            begins = method.name == "startswith"
            return Const(text.startswith(part.value) if begins else text.endswith(part.value))
    if method.name in ("lower", "upper", "strip") and not args:
        return Const(getattr(text, method.name)())
    return TEXT
