"""Where the functions of a file are handed to transforms."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS, Transform
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.python import FunctionNode


@dataclass(eq=False, slots=True)
class Wrap:
    """One place where a function is handed to a transform.

    Attributes:
        name: the transform as called, dotted ("flax.nnx.jit").
        transform: what it does.
        site: the call or the decorator.
        options: the call that holds `static_argnums` and the like, if there is one.
        function: the function, where it stands in this file.
        dotted: its name, where it does not.
        bound: how many of its leading parameters are given already.
        bound_names: which of them are given by keyword already.
        decorator: whether the site is a decorator.
        inner: the transforms between this one and the function, outermost first.
        argument: the expression that was handed over; None for decorators.
    """

    name: str
    transform: Transform
    site: ast.expr
    options: ast.Call | None
    function: FunctionNode | None
    dotted: str | None = None
    bound: int = 0
    bound_names: tuple[str, ...] = ()
    decorator: bool = False
    inner: tuple[str, ...] = ()
    argument: ast.expr | None = None
    _statics: tuple[set[str], bool] | None = field(default=None)

    def keyword(self, *names: str) -> ast.expr | None:
        """The value of an option by keyword."""
        given = self.options.keywords if self.options is not None else ()
        return next((k.value for k in given if k.arg in names), None)


@fact
def wraps(facts: Facts) -> list[Wrap]:
    """Every application of a transform to a function: by decorators, then by calls."""
    return [*_decorated(facts), *_called(facts)]


def _decorated(facts: Facts) -> Iterator[Wrap]:
    for node in facts.module.all(ast.FunctionDef, ast.AsyncFunctionDef):
        method = facts.module.class_of(node) is not None and not any(
            facts.names.is_builtin(d, "staticmethod") for d in node.decorator_list
        )
        inner: list[str] = []
        for decorator in reversed(node.decorator_list):
            name = facts.names.of(decorator)
            options: ast.Call | None = None
            if name is None:
                made = calls(facts).factory(decorator)
                if made is None:
                    continue
                name, options = made
            transform = TRANSFORMS.get(name)
            if transform is None or not transform.wrapper:
                continue
            yield Wrap(
                name, transform, decorator, options, node,
                # nn.jit and friends take the module itself along: `self` is theirs.
                bound=1 if method and transform.lifted else 0,
                decorator=True, inner=tuple(inner),
            )  # fmt: skip
            inner.insert(0, name)


def _called(facts: Facts) -> Iterator[Wrap]:
    sites = calls(facts)
    for node in facts.module.all(ast.Call):
        name = facts.names.of(node.func)
        options = node
        transform = TRANSFORMS.get(name) if name is not None else None
        if transform is None:
            made = sites.factory(node.func)
            if made is None or made[1] is node:
                continue
            name, options = made
            transform = TRANSFORMS[name]
        assert name is not None
        for argument in _function_arguments(node, transform):
            callee = sites.callee(argument)
            if callee is None:
                inner = sites.produced(argument)
                yield Wrap(name, transform, node, options, inner, argument=argument)
                continue
            yield Wrap(
                name, transform, node, options, callee.node, callee.dotted,
                bound=callee.bound, bound_names=callee.bound_names,
                inner=tuple(n for n, _ in callee.wraps), argument=argument,
            )  # fmt: skip


def _function_arguments(call: ast.Call, transform: Transform) -> Iterator[ast.expr]:
    given = [call.args[place] for place in transform.positions if place < len(call.args)]
    given += [k.value for k in call.keywords if k.arg in transform.keywords]
    for argument in given:
        if isinstance(argument, (ast.List, ast.Tuple)):
            yield from argument.elts
        elif not isinstance(argument, ast.Starred):
            yield argument
