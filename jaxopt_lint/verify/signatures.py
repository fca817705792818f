"""The signature of lifted code that makes a function and hands all of its arguments to it."""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection, Iterable, Mapping


def shown(
    name: str,
    making: ast.stmt,
    inside: Iterable[ast.stmt],
    known: Mapping[str, ast.FunctionDef],
    given: Collection[str],
    hints: Mapping[str, str],
) -> str:
    """Lines that say which arguments a function takes; none where that is not plain.

    Args:
        name: of the function.
        making: the statement that makes what it calls.
        inside: statements that are in it besides.
        known: the functions of the module.
        given: names of the code around, which it takes as well.
        hints: what annotations say of these.
    """
    arguments = _taken(making, {**known, **_defined(inside)})
    if arguments is None or arguments.vararg or arguments.kwarg:
        return ""
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    if {one.arg for one in every} & {*given}:
        return ""
    bare = copy.deepcopy(arguments)
    for one in (*bare.posonlyargs, *bare.args, *bare.kwonlyargs):
        one.annotation = None
    bare.defaults = [ast.Constant(None) for _ in bare.defaults]
    bare.kw_defaults = [one and ast.Constant(None) for one in bare.kw_defaults]
    bare.kwonlyargs += [ast.arg(one) for one in given]
    bare.kw_defaults += [None] * len(given)
    text = ast.unparse(ast.Lambda(bare, ast.Constant(None)))
    said = {one.arg: ast.unparse(one.annotation) for one in every if one.annotation}
    return (
        f"\n{name}.__signature__ = __import__('inspect').signature({text})"
        f"\n{name}.__annotations__ = {said | dict(hints)!r}"
    )


def _defined(statements: Iterable[ast.stmt]) -> dict[str, ast.FunctionDef]:
    return {one.name: one for one in statements if isinstance(one, ast.FunctionDef)}


def _taken(making: ast.stmt, known: Mapping[str, ast.FunctionDef]) -> ast.arguments | None:
    """What a function takes that is defined, or made of one that is known: `jax.jit(loss)`,
    `jax.pmap(partial(step, optimizer))`."""
    if isinstance(making, ast.FunctionDef):
        return making.args
    if not isinstance(making, ast.Assign) or not isinstance(making.value, ast.Call):
        return None
    for one in making.value.args:
        if isinstance(one, ast.Name) and one.id in known:
            return known[one.id].args
        if isinstance(one, ast.Call) and _is_partial(one) and one.args:
            first, *rest = one.args
            if isinstance(first, ast.Name) and first.id in known:
                return _without(known[first.id].args, rest, one.keywords)
    return None


def _is_partial(call: ast.Call) -> bool:
    return ast.unparse(call.func) in ("partial", "functools.partial")


def _without(
    arguments: ast.arguments, given: list[ast.expr], named: list[ast.keyword]
) -> ast.arguments | None:
    """The arguments of a function of which some are given; None where that is not plain."""
    rest = copy.deepcopy(arguments)
    if any(isinstance(one, ast.Starred) for one in given) or any(one.arg is None for one in named):
        return None
    for _ in given:
        if not (rest.posonlyargs or rest.args):
            return None
        (rest.posonlyargs or rest.args).pop(0)
    rest.defaults = rest.defaults[-len(rest.posonlyargs) - len(rest.args) :]
    if not (rest.posonlyargs or rest.args):
        rest.defaults = []
    for one in named:
        if rest.args and rest.args[-1].arg == one.arg:  # what follows would go by name alone
            rest.args.pop()
            rest.defaults = rest.defaults[:-1]
            continue
        names = [other.arg for other in rest.kwonlyargs]
        if one.arg not in names:
            return None
        place = names.index(one.arg)
        del rest.kwonlyargs[place], rest.kw_defaults[place]
    return rest
