"""What the signature of a function says of its arguments: defaults, annotations, classes."""

from __future__ import annotations

import collections.abc
import enum
import inspect
import sys
import types
import typing
from collections.abc import Callable
from typing import Any

from ..lib import jax, kept
from . import made
from .guesses import training_state
from .nodes import Array, Dict, Literal, Made, Node, Sequence, Size, Unknown, fresh

_DEEP = 3  # classes inside of classes that are made
_LISTS = (list, collections.abc.Sequence, collections.abc.Iterable)
_PACKAGES = ("jax.", "jaxlib.", "numpy.")
_DTYPES = {"float": "f32", "int": "i32", "bool": "bool", "complex": "c64", "uint": "u32"}
# Settings of a program: what it reads of them is all that they have to hold.
_SETTINGS = {
    ("omegaconf", "DictConfig"), ("ml_collections", "ConfigDict"), ("argparse", "Namespace"),
    ("ml_collections", "FrozenConfigDict"), ("types", "SimpleNamespace"),
}  # fmt: skip
_OF_STATES = ("step", "apply_fn", "params", "tx", "opt_state")
_PLAIN = {"int": int, "float": float, "bool": bool, "str": str}


class CannotMake(Exception):
    """An argument that nothing can be made up for; the message says why."""


def arguments(function: Callable[..., Any], module: str, qualname: str) -> Node:
    """A sequence of two: the positional arguments without defaults, and those by name."""
    owner, _, method = qualname.rpartition(".")
    kind = kept.lookup(f"{module}:{owner}") if owner else None
    parameters = _parameters(function)
    hints = _hints(function)
    positional: list[Node] = []
    named: list[tuple[Any, Node]] = []
    bound = kind is not None and inspect.isfunction(inspect.getattr_static(kind, method, None))
    bound = bound or (kind is not None and bool(parameters) and parameters[0].name == "self")
    for parameter in parameters[1 if bound else 0 :]:
        if parameter.default is not parameter.empty or parameter.kind in _MANY:
            continue
        node = of_hint(hints.get(parameter.name, parameter.empty), 0)
        if parameter.kind is parameter.KEYWORD_ONLY:
            named.append((parameter.name, node))
        else:
            positional.append(node)
    if bound:
        positional.insert(0, _instance(kind, f"{module}:{owner}", method, positional))
    return Sequence((Sequence(tuple(positional)), Dict(tuple(named))))


def with_defaults(function: Callable[..., Any]) -> tuple[str, ...]:
    """The parameters that a call may leave out and may name: those without a value first."""
    given = [
        one for one in _parameters(function)
        if one.default is not one.empty and one.kind is not one.POSITIONAL_ONLY
    ]  # fmt: skip
    return tuple(one.name for one in sorted(given, key=lambda one: one.default is not None))


_MANY = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    try:
        return list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError) as error:
        raise CannotMake(f"it has no signature ({error})") from None


def _hints(function: Any) -> dict[str, Any]:
    """The annotations, as far as they can be worked out."""
    function = inspect.unwrap(function)
    try:
        return typing.get_type_hints(function)
    except Exception:
        given = getattr(function, "__annotations__", {})
        return {name: _hint(one, function) for name, one in given.items()}


def _hint(given: Any, function: Any) -> Any:
    """One annotation, worked out where others of the function cannot be."""
    if not isinstance(given, str):
        return given
    alone = types.SimpleNamespace(__annotations__={"hint": given})
    names = getattr(function, "__globals__", vars(sys.modules.get(function.__module__, sys)))
    try:
        return typing.get_type_hints(alone, names)["hint"]
    except Exception:
        return _PLAIN.get(given, inspect.Parameter.empty)


def _instance(kind: Any, target: str, method: str, inputs: list[Node]) -> Node:
    """An instance of a class: by its constructor, or as a module of flax.linen is made."""
    if "flax.linen.module:Module" not in [_name(base) for base in inspect.getmro(kind)]:
        return _constructed(kind, target, 0)
    hints = _hints(kind)
    fields = [
        (parameter.name, of_hint(hints.get(parameter.name, parameter.empty), 1))
        for parameter in _parameters(kind)
        if parameter.default is parameter.empty and parameter.kind not in _MANY
    ]
    args = (Literal(target), Dict(tuple(fields)), Literal(method), *inputs)
    return Made(f"{made.__name__}:linen", args)


def _name(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _constructed(kind: type, target: str, depth: int) -> Node:
    """A call of a class with made-up arguments for what has no defaults."""
    if inspect.isabstract(kind) or depth > _DEEP:
        raise CannotMake(f"`{kind.__qualname__}` is no class that can be called")
    try:
        parameters = _parameters(kind)
        if parameters and all(one.kind in _MANY for one in parameters):  # its metaclass hides them
            parameters = _parameters(vars(kind).get("__init__", kind))[1:]
    except CannotMake:
        return Made(target)
    hints = _hints(kind) | ({} if _is_record(kind) else _hints(vars(kind).get("__init__")))
    args: list[Node] = []
    kwargs: list[tuple[str, Node]] = []
    for parameter in parameters:
        if parameter.default is not parameter.empty or parameter.kind in _MANY:
            continue
        node = of_hint(hints.get(parameter.name, parameter.empty), depth + 1)
        if parameter.kind is parameter.POSITIONAL_ONLY:
            args.append(node)
        else:
            kwargs.append((parameter.name, node))
    return Made(target, tuple(args), tuple(kwargs))


def _is_record(kind: type) -> bool:
    return hasattr(kind, "__dataclass_fields__") or hasattr(kind, "_fields")


def of_hint(hint: Any, depth: int) -> Node:
    """What an annotation says of a value."""
    if isinstance(hint, str):
        hint = _PLAIN.get(hint, hint)
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return of_hint(inside[0], depth)
    if origin is typing.Literal:
        return Literal(inside[0])
    if origin in (typing.Union, types.UnionType):
        parts = [one for one in inside if one is not type(None)]
        if any(_is_array(one) for one in parts):
            return Unknown("array")
        return of_hint(parts[0], depth) if len(parts) == 1 else Unknown()
    if _is_array(hint):
        return _array(hint)
    if origin is tuple and inside and inside[-1] is not Ellipsis:
        return Sequence(tuple(of_hint(one, depth) for one in inside))
    if origin in (tuple, *_LISTS) and inside:
        if _is_device(inside[0]):
            return Made("jax:devices")
        kind = "tuple" if origin is tuple else "list"
        return Sequence((of_hint(inside[0], depth), of_hint(inside[0], depth)), kind)
    if hint is bool:
        return Literal(True)
    if hint is int:
        return Size(fresh())
    if hint is float:
        return Literal(0.5)
    if isinstance(hint, type) and origin is None and hint is not inspect.Parameter.empty:
        return _of_class(hint, depth)
    return Unknown()


def _of_class(kind: type, depth: int) -> Node:
    if issubclass(kind, enum.Enum) and len(kind):
        target = f"{_name(kind)}.{next(iter(kind)).name}"
        return Made("pkgutil:resolve_name", (Literal(target),))
    if kind.__qualname__ == "Rngs" and kind.__module__.startswith("flax.nnx"):
        return Made("flax.nnx:Rngs", (Literal(0),))
    if "flax.training.train_state:TrainState" in [_name(base) for base in inspect.getmro(kind)]:
        hints = _hints(kind)
        own = [
            (one.name, of_hint(hints.get(one.name, one.empty), depth + 1))
            for one in _parameters(kind)
            if one.default is one.empty and one.name not in _OF_STATES
        ]
        return training_state(_name(kind), tuple(own))
    if _is_device(kind):
        return Made(f"{made.__name__}:device")
    if issubclass(kind, jax.sharding.Mesh):
        return Made(f"{made.__name__}:mesh")
    if issubclass(kind, jax.sharding.Sharding):
        return Made(f"{made.__name__}:sharding")
    if (kind.__module__.partition(".")[0], kind.__qualname__) in _SETTINGS:
        return Unknown()
    if "<locals>" in kind.__qualname__ or kind.__module__.startswith(("builtins", "typing")):
        return Unknown()
    if _is_record(kind) or not kind.__module__.startswith(("jax", "flax", "optax", "collections")):
        try:
            return _constructed(kind, _name(kind), depth)
        except CannotMake:
            return Unknown()
    return Unknown()


def _is_device(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, jax.Device)


def _is_array(hint: Any) -> bool:
    if hasattr(hint, "dim_str"):
        return True
    if typing.get_origin(hint) is not None:
        hint = typing.get_origin(hint)
    module, name = getattr(hint, "__module__", ""), getattr(hint, "__name__", "")
    return name in ("Array", "ndarray", "ArrayImpl") and f"{module}.".startswith(_PACKAGES)


def _array(hint: Any) -> Node:
    """An array, with the sizes that jaxtyping names."""
    words = getattr(hint, "dim_str", None)
    if words is None or not all(word.isidentifier() or word.isdigit() for word in words.split()):
        return Unknown("array")
    dtype = next((d for word, d in _DTYPES.items() if word in hint.__name__.lower()), "f32")
    sizes = tuple(word if word.isdigit() else _named(word) for word in words.split())
    return Array(sizes, dtype)


def _named(word: str) -> str:
    """The name of a size that an annotation names; the same for the same word."""
    return f"d{10**6 + int.from_bytes(word.encode()[:8], 'big')}"
