"""The parameters of a function, and whether a call fits them."""

from __future__ import annotations

import ast
from dataclasses import dataclass

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
    return call.args[place] if 0 <= place < len(call.args) else keywords(call).get(name)


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


@dataclass(frozen=True, slots=True)
class Form:
    """How something is called.

    Attributes:
        most: how many arguments by position at most; None for any many.
        needed: the names of those by position without a default, in their order.
        keywords: the names of those that can be given by keyword; None for any.
        only: the names of those by keyword alone without a default.
        names: the names of those by position, as far as they are known.
    """

    most: int | None
    needed: tuple[str, ...]
    keywords: frozenset[str] | None
    only: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def beyond(self, call: ast.Call) -> list[ast.expr]:
        """What a call gives by position that is too many."""
        starred = any(isinstance(a, ast.Starred) for a in call.args)
        return [] if self.most is None or starred else call.args[self.most :]

    def unknown(self, call: ast.Call) -> list[ast.keyword]:
        """What a call gives by keyword that there is no parameter for."""
        known = self.keywords
        named = (k for k in call.keywords if k.arg is not None)
        return [k for k in named if known is not None and k.arg not in known]

    def missing(self, call: ast.Call) -> list[str]:
        """What a call does not give though it has no default; what it unpacks may be all that."""
        if unpacks(call):
            return []
        given = keywords(call)
        return [n for n in (*self.needed[len(call.args) :], *self.only) if n not in given]

    def fits(self, call: ast.Call) -> bool:
        """Whether it can be called so."""
        given = [*self.names[: len(call.args)], *keywords(call)]
        twice = len(set(given)) < len(given)
        return not (twice or self.beyond(call) or self.unknown(call) or self.missing(call))


def form(function: FunctionNode, bound: int = 0) -> Form:
    """How a function is called.

    Args:
        bound: how many leading parameters are given already.

    >>> form(ast.parse("def f(self, x, y=1, *, z): ...").body[0], bound=1).needed
    ('x',)
    """
    args, given = function.args, defaults(function)
    names = positional(function)[bound:]
    only = [a.arg for a in args.kwonlyargs]
    return Form(
        None if args.vararg else len(names),
        tuple(n for n in names if n not in given),
        None if args.kwarg else frozenset((*names, *only)),
        tuple(n for n in only if n not in given),
        tuple(names),
    )
