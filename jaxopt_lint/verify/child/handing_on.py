"""Whether two calls of functions of JAX come to the same call: one function is the other, or both
only hand what they are given on to a third.

That is read off the source of these functions, with the arguments of the call as unknowns, and
off nothing that they do.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_WAYS = 4  # to hand on to who hands on


@dataclass(frozen=True)
class Given:
    """An argument of a call, by its place among all of them."""

    number: int


@dataclass(frozen=True)
class Call:
    """A function, and what each of its parameters gets."""

    function: Any
    takes: Mapping[str, Any]

    def is_same(self, other: Call) -> bool:
        """Whether it is another call, made once more."""
        return (
            self.function is other.function
            and self.takes.keys() == other.takes.keys()
            and all(_equal(value, other.takes[name]) for name, value in self.takes.items())
        )


class _Unread(Exception):
    """The source says more than what can be read here."""


def calls(
    function: Any, positional: int, keywords: Sequence[str], renamed: Mapping[str, str]
) -> tuple[list[Call], list[str]]:
    """What a call comes to, the call itself first; and the keywords that were renamed, as the
    function that is installed does not know them any more.

    Args:
        keywords: in the order of their arguments, which come after the positional ones.
        renamed: what keywords of the function are called today.
    """
    takes = _parameters(function)
    old = [
        name for name in keywords
        if name not in takes and renamed.get(name) in takes and not _takes_any(takes)
    ]  # fmt: skip
    names = [renamed[name] if name in old else name for name in keywords]
    given: dict[str, Any] = {name: Given(positional + i) for i, name in enumerate(names)}
    if len(given) != len(names):
        return [], old
    found = []
    try:
        one = _bound(function, [Given(i) for i in range(positional)], given)
        for _ in range(_WAYS):
            found.append(one)
            one = _handed_on(one)
    except (_Unread, OSError, TypeError, ValueError, SyntaxError):
        pass
    return found, old


def _parameters(function: Any) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):
        return {}


def _takes_any(parameters: Mapping[str, inspect.Parameter]) -> bool:
    return any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters.values())


def _bound(function: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Call:
    """A call with everything that it does not give filled in.

    Raises:
        TypeError: the function takes no such arguments.
    """
    bound = inspect.signature(function).bind(*args, **kwargs)
    bound.apply_defaults()
    return Call(function, bound.arguments)


def _handed_on(call: Call) -> Call:
    """The one call to which a function hands on what it is given.

    Raises:
        _Unread: it does something else as well.
    """
    function = inspect.unwrap(call.function)
    if not inspect.isfunction(function):
        raise _Unread
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    names = function.__globals__
    if not isinstance(node, ast.FunctionDef):
        raise _Unread
    if not all(_shows_errors(one, names) for one in node.decorator_list):
        raise _Unread
    known = dict(call.takes)
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    for statement in body:
        match statement:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name("dict"), [], keywords)):
                known[name] = {
                    one.arg: _value(one.value, known) for one in keywords if one.arg is not None
                }
                if len(known[name]) != len(keywords):
                    raise _Unread
            case ast.If(
                ast.Compare(ast.Name(name), [ast.Is()], [ast.Constant(None)]),
                [ast.Return(ast.Lambda())],
                [],
            ):
                # It decorates where it gets no function: here it has one, or the other raises.
                if name != next(iter(call.takes)) or not isinstance(known[name], Given):
                    raise _Unread
            case ast.Return(ast.Call(func, args, keywords)):
                return _made(named(func, names), args, keywords, known)
            case _:
                raise _Unread
    raise _Unread


def _made(
    function: Any, args: Sequence[ast.expr], keywords: Sequence[ast.keyword], known: dict[str, Any]
) -> Call:
    if not callable(function):
        raise _Unread
    given: dict[str, Any] = {}
    for one in keywords:
        value = _value(one.value, known)
        if one.arg is not None:
            given[one.arg] = value
        elif isinstance(value, dict):
            given |= value
        else:
            raise _Unread
    return _bound(function, [_value(one, known) for one in args], given)


def _value(node: ast.expr, known: Mapping[str, Any]) -> Any:
    match node:
        case ast.Name(name) if name in known:
            return known[name]
        case ast.Constant(value):
            return value
        case ast.Call(ast.Name("set" | "frozenset"), [], []):
            return frozenset()
    raise _Unread


def _shows_errors(node: ast.expr, names: Mapping[str, Any]) -> bool:
    """Whether a decorator does nothing but to shorten the traces of errors."""
    match node:
        case ast.Call(ast.Name("partial") | ast.Attribute(attr="partial"), [inner], _):
            node = inner
    try:
        shortens = importlib.import_module("jax._src.traceback_util").api_boundary
    except (ImportError, AttributeError):
        return False
    return named(node, names) is shortens


def named(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """What a dotted name is among the globals of a function; None where it is no such name."""
    if isinstance(node, ast.Attribute):
        return getattr(named(node.value, names), node.attr, None)
    return names.get(node.id) if isinstance(node, ast.Name) else None


def _equal(one: Any, other: Any) -> bool:
    if one is other:
        return True
    plain = (Given, bool, int, float, str, frozenset, set, type(None))
    if isinstance(one, (set, frozenset)) and isinstance(other, (set, frozenset)):
        return one == other
    return type(one) is type(other) and isinstance(one, plain) and one == other
