"""The parameters of a function, by name."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.python.scopes import FunctionNode


def positional(function: FunctionNode | None) -> list[str]:
    """The names of the parameters that can be given by position."""
    if function is None:
        return []
    return [a.arg for a in (*function.args.posonlyargs, *function.args.args)]


def defaults(function: FunctionNode) -> dict[str, ast.expr]:
    """What parameters are where they are not given, by name, in source order."""
    args, names = function.args, positional(function)
    out = dict(zip(names[len(names) - len(args.defaults) :], args.defaults, strict=True))
    only = zip(args.kwonlyargs, args.kw_defaults, strict=True)
    return out | {a.arg: d for a, d in only if d is not None}


def parameters(function: FunctionNode) -> list[str]:
    """All parameter names, in order."""
    args = function.args
    extra = [a for a in (args.vararg, args.kwarg) if a is not None]
    return [a.arg for a in (*args.posonlyargs, *args.args, *args.kwonlyargs, *extra)]


def keywords(call: ast.Call) -> dict[str, ast.expr]:
    """What a call gives by keyword."""
    return {k.arg: k.value for k in call.keywords if k.arg is not None}


def argument(call: ast.Call, place: int, name: str) -> ast.expr | None:
    """What a call gives at a position, or by a keyword."""
    return call.args[place] if place < len(call.args) else keywords(call).get(name)


def unpacks(call: ast.Call) -> bool:
    """Whether a call is given `*args` or `**options`."""
    starred = any(isinstance(a, ast.Starred) for a in call.args)
    return starred or any(k.arg is None for k in call.keywords)


def arguments(
    call: ast.Call, function: FunctionNode | None, bound: int = 0
) -> list[tuple[str, ast.expr]]:
    """What a call gives the parameters of a function, by name; what it unpacks is left out.

    Args:
        bound: how many leading parameters are given already.
    """
    given = list(zip(positional(function)[bound:], call.args, strict=False))
    return given + [(k.arg, k.value) for k in call.keywords if k.arg is not None]


def takes(function: FunctionNode, call: ast.Call, bound: int = 0) -> bool:
    """Whether a function can be called so; what a call unpacks may be all that is missing."""
    args = function.args
    names = positional(function)[bound:]
    given = [*names[: len(call.args)], *keywords(call)]
    if not args.vararg and len(call.args) > len(names) and not unpacks(call):
        return False
    if len(set(given)) < len(given):
        return False
    only = [a.arg for a in args.kwonlyargs]
    if not args.kwarg and not {*keywords(call)} <= {*names, *only}:
        return False
    needed = {*names, *only} - defaults(function).keys()
    return unpacks(call) or needed <= {*given}
