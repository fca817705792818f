"""How a turn reads as a call of `jax.vmap`, and what reads the list of a loop reads instead."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.excerpt import Excerpt
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import is_name, read_names
from jaxopt_lint.semantics.subjects.looping.loops import Loop
from jaxopt_lint.semantics.subjects.looping.plan import Argument, NoPlan
from jaxopt_lint.semantics.subjects.looping.readers import Consumer

WIDTH = 96


@dataclass(frozen=True, slots=True)
class Mapped:
    """A function of one turn, and what it is mapped over; an axis of None is not mapped."""

    function: str
    values: tuple[str, ...]
    axes: tuple[int | None, ...]

    def text(self, vmap: str, out_axes: list[int], room: int) -> str:
        """The call, on one line if it fits.

        Args:
            vmap: how `jax.vmap` is spelled.
            room: the columns that are taken on the line already.
        """
        options = ""
        if any(axis != 0 for axis in self.axes):
            same = len(set(self.axes)) == 1
            shown = str(self.axes[0]) if same else "(" + ", ".join(map(str, self.axes)) + ")"
            options += f", in_axes={shown}"
        if any(out_axes):
            shown = str(out_axes[0]) if len(out_axes) == 1 else str(tuple(out_axes))
            options += f", out_axes={shown}"
        values = ", ".join(self.values)
        short = f"{vmap}({self.function}{options})({values})"
        if len(short) + room < WIDTH:
            return short
        if self.function.isidentifier():
            return f"{vmap}({self.function}{options})(\n    {values}\n)"
        inner = f"    {self.function}" + options.replace(", ", ",\n    ", 1)
        return f"{vmap}(\n{inner}\n)({values})"


def named(function: str, given: list[Argument]) -> Mapped:
    """A function that takes the rows and nothing else."""
    return Mapped(function, tuple(a.value for a in given), tuple(a.axis for a in given))


def inline(
    facts: Facts, loop: Loop, excerpt: Excerpt, given: list[Argument], value: ast.expr, whole: bool
) -> Mapped:
    """A function of one expression: the function that it calls, or a lambda.

    Args:
        whole: the function that it calls may be mapped with its other arguments left alone.
    """
    names = [a.name for a in given]
    if (
        isinstance(value, ast.Call)
        and not value.keywords
        and (whole or isinstance(value.func, (ast.Name, ast.Attribute)))
        and not read_names(value.func) & {*names, *loop.varying}
    ):
        args = [excerpt.expression(a) for a in value.args]
        function = facts.module.source(value.func)
        if args == names:
            return named(function, given)
        if whole and [a for a in args if a in names] == names:
            others = [n for n, a in zip(value.args, args, strict=True) if a not in names]
            if not any(isinstance(n, ast.Starred) or read_names(n) & loop.varying for n in others):
                rows = {a.name: a for a in given}
                return Mapped(
                    function,
                    tuple(rows[a].value if a in rows else a for a in args),
                    tuple(rows[a].axis if a in rows else None for a in args),
                )
    return named(f"lambda {', '.join(names)}: {excerpt.expression(value)}", given)


def reading(
    facts: Facts, excerpt: Excerpt, consumer: Consumer, text: str, total: Callable[[], str]
) -> tuple[ast.AST, str]:
    """What a reader of the list reads now: the node that is replaced, and its new text.

    Args:
        text: the array of all results.
        total: spells `jnp.sum`, and imports it.
    """
    node = consumer.node
    assert isinstance(node, ast.Call)
    if consumer.kind == "tree":
        adds = any(isinstance(n, ast.Name) and n.id == "sum" for n in ast.walk(node))
        each = _tree_reduction(facts, excerpt, node, total() if adds else "")
        function = facts.module.source(node.func)
        return node, f"{function}({each}, {text})" if each else text
    plain = len(node.args) == 1 and not node.keywords
    turned = isinstance(node.args[0], ast.Subscript)
    if consumer.kind == "stack" or (consumer.kind == "array" and plain):
        return node, text + ("[::-1]" if turned else "")
    if consumer.kind == "sum":
        return node, f"{total()}({text}, axis=0)"
    inner = node.args[0]
    return (inner.value if isinstance(inner, ast.Subscript) else inner), text


def _tree_reduction(facts: Facts, excerpt: Excerpt, call: ast.Call, total: str) -> str:
    """What `jax.tree.map(f, *rows)` does with each leaf once the rows are stacked; "" for nothing.

    Args:
        total: how `jnp.sum` is spelled.

    Raises:
        NoPlan: the function does something else with the rows than stacking or adding them.
    """
    function = call.args[0]
    args = function.args if isinstance(function, ast.Lambda) else None
    if args is None or args.vararg is None or args.args or args.kwonlyargs or args.kwarg:
        raise NoPlan("the rows are not stacked by a `lambda *rows:`")
    assert isinstance(function, ast.Lambda)
    name = args.vararg.arg
    for node in [n for n in ast.walk(function.body) if is_name(n, name)]:
        around = facts.module.parent[node]
        if isinstance(around, ast.Call) and around.args == [node] and not around.keywords:
            if facts.names.of(around.func) in _STACKS:
                excerpt.put(around, name)
                continue
            if facts.names.is_builtin(around.func, "sum"):
                excerpt.put(around, f"{total}({name}, axis=0)")
                continue
            if facts.names.is_builtin(around.func, "len"):
                continue
        raise NoPlan("the rows are not stacked, one leaf at a time")
    text = excerpt.expression(function.body)
    return "" if text == name else f"lambda {name}: {text}"


_STACKS = {"jax.numpy.stack", "jax.numpy.array", "jax.numpy.asarray"}
