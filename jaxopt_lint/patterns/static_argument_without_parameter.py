"""Options of `jax.jit` that speak of parameters which the function does not have."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, Wrap, fact, tracing
from jaxopt_lint.semantics.jax.calls import MANY
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.wrap_options import literals
from jaxopt_lint.semantics.python import FunctionNode, positional

_PLAIN = frozenset({"jax.jit", "jax.experimental.pjit.pjit"})
_OPTIONS = ("static_argnums", "static_argnames", "donate_argnums", "donate_argnames")


@dataclass(frozen=True, slots=True)
class Missing:
    """One option that names a parameter which is not there.

    Attributes:
        node: the value of the option.
        option: its name.
        item: the position, or the name.
        function: the function that is compiled.
        bound: how many of its leading parameters are given already.
    """

    node: ast.expr
    option: str
    item: int | str
    function: FunctionNode
    bound: int


@fact
def missing_parameters(facts: Facts) -> list[Missing]:
    """The options of `jax.jit` that speak of parameters which the function does not have."""
    return [missing for wrap in tracing(facts).wraps for missing in _missing(facts, wrap)]


def _missing(facts: Facts, wrap: Wrap) -> Iterator[Missing]:
    function = wrap.function
    if wrap.name not in _PLAIN or function is None or wrap.options is None:
        return
    stated = [(option, wrap.keyword(option)) for option in _OPTIONS]
    for option, value in stated:
        items = literals(facts, value) if value is not None else None
        lacking = [item for item in items or () if not _takes(function, wrap.bound, item)]
        if value is None or not lacking:
            continue
        if not _shows_signature(wrap, function):
            facts.doubt(value, "what is compiled may have another signature than {}", function)
        elif error_meant(facts, wrap.site):
            facts.doubt(value, "the error of {} may be what is waited for", wrap.site)
        else:
            yield Missing(value, option, lacking[0], function, wrap.bound)


def _takes(function: FunctionNode, bound: int, item: int | str) -> bool:
    """Whether a function has a parameter at a position, or one that a keyword can fill."""
    args = function.args
    if isinstance(item, str):
        named = {a.arg for a in (*args.args[max(bound - len(args.posonlyargs), 0) :],
                                 *args.kwonlyargs)}  # fmt: skip
        return args.kwarg is not None or item in named
    count = len(positional(function)) - bound
    return args.vararg is not None or -count <= item < count


def _shows_signature(wrap: Wrap, function: FunctionNode) -> bool:
    """Whether what is compiled has the parameters that the function is written with, less those
    that are bound by position: what `partial` binds by keyword and what decorators make of a
    function is theirs."""
    own: list[ast.expr] = list(getattr(function, "decorator_list", ()))
    if wrap.decorator:
        return own[-1] is wrap.site
    return not (own or wrap.inner or wrap.bound_names or wrap.bound >= MANY)
