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
        beneath: the decorator below this one of which nobody knows what it does with the function:
            it may keep it for itself, call it as it is, and give something else.
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
    beneath: ast.expr | None = None
    _statics: tuple[set[str], bool] | None = field(default=None)

    def keyword(self, *names: str) -> ast.expr | None:
        """The value of an option by keyword."""
        given = self.options.keywords if self.options is not None else ()
        return next((k.value for k in given if k.arg in names), None)


# What these make of a function runs its code, with what it is given.
KEEPS_CODE = ("jax.", "functools.", "flax.", "haiku.", "equinox.", "chex.", "jaxtyping.",
              "beartype", "typeguard.", "typing.", "typing_extensions.", "abc.", "contextlib.",
              "check_shapes.", "pytest.")  # fmt: skip


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
        beneath: ast.expr | None = None
        for decorator in reversed(node.decorator_list):
            name = facts.names.of(decorator)
            options: ast.Call | None = None
            if name is None:
                made = calls(facts).factory(decorator)
                name, options = made if made is not None else ("", None)
            transform = TRANSFORMS.get(name)
            if transform is None or not transform.wrapper:
                if beneath is None and not _is_seen(facts, decorator):
                    beneath = decorator
                continue
            yield Wrap(
                name, transform, decorator, options, node,
                # nn.jit and friends take the module itself along: `self` is theirs.
                bound=1 if method and transform.lifted else 0,
                decorator=True, inner=tuple(inner), beneath=beneath,
            )  # fmt: skip
            inner.insert(0, name)


def _is_seen(facts: Facts, decorator: ast.expr) -> bool:
    """Whether it is known that a decorator leaves a function what it is, or its code is there to be
    read. What a library chooses from by what a call gives is often registered by one."""
    made = decorator.func if isinstance(decorator, ast.Call) else decorator
    dotted = facts.names.of(made) or ""
    if dotted.startswith(KEEPS_CODE) or facts.project.home(dotted)[0]:
        return True
    if isinstance(made, ast.Name) and not facts.names.binding(made):
        return True  # a builtin
    found = calls(facts).callee(made)
    return found is not None and found.node is not None


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
