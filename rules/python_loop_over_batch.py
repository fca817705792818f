"""JOL201: a Python loop whose turns do not depend on each other."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from jaxopt_lint.finding import Confidence, Severity
from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.liveness import read_names
from jaxopt_lint.semantics.loop_body import modules_called

if TYPE_CHECKING:
    from jaxopt_lint.semantics.loops import Loop, LoopNode


class PythonLoopOverBatch(Rule):
    """A Python loop goes over the rows of an array, one independent computation each.

    ## Why is this slow?
    Outside of `jax.jit` every turn dispatches its operations one by one; inside, every turn is
    traced and compiled anew, so that the program and its compile time grow with the batch.
    `jax.vmap` traces the body once and runs it on all rows together: measured on a batch of 256,
    100 times faster outside of jit, 4 times inside, with 0.2 s of compilation instead of 20 s.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def batch_loss(params, xs, ys):
        losses = []
        for i in range(xs.shape[0]):
            predicted = jnp.tanh(xs[i] @ params)
            losses.append(jnp.mean((predicted - ys[i]) ** 2))
        return jnp.mean(jnp.stack(losses))
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    def batch_loss(params, xs, ys):
        def one(x, y):
            predicted = jnp.tanh(x @ params)
            return jnp.mean((predicted - y) ** 2)

        return jnp.mean(jax.vmap(one)(xs, ys))
    ```

    ## Fix safety
    The result agrees up to rounding. The fix is unsafe because what is mapped over must be arrays
    with equally many rows: a list in their place, a callee that branches on values, or callbacks
    fail under `vmap`. All rows are in memory at once. With no rows at all, `vmap` gives an empty
    array or an error where the loop gave another error.

    ## When to keep it
    Few rows, bodies that need most of the memory each, and rows of different shapes.
    """

    code = "JOL201"
    summary = "A Python loop computes independent rows one at a time"
    fix = "vmap"
    words = ("jax",)

    def visit_For(self, node: ast.For) -> None:
        loop = self.facts.loops.of(node)
        if loop.kind != "independent" or not loop.outputs or loop.live_outs:
            return
        for output in loop.outputs:
            if output.kind == "append" and not output.stacked:
                return
            if not self._varies(loop, output.value):
                return
        names = [f"`{o.name}`" for o in loop.outputs]
        self._judge(loop, " and ".join(names) + (" is" if len(names) == 1 else " are"))

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._comprehension(node)

    def _comprehension(self, node: ast.ListComp | ast.GeneratorExp) -> None:
        loop = self.facts.loops.of(node)
        if loop.stacker is None or loop.kind != "independent" or loop.element is None:
            return
        if isinstance(loop.element, (ast.Name, ast.Attribute, ast.Subscript, ast.Constant)):
            return
        if self._varies(loop, loop.element):
            self._judge(loop, f"`{ast.unparse(loop.stacker.func)}(...)` is")

    def _varies(self, loop: Loop, value: ast.expr) -> bool:
        """Whether a value depends on the turn, through other names of the body too."""
        return bool(read_names(value) & loop.varying)

    def _judge(self, loop: Loop, what: str) -> None:
        node: LoopNode = loop.node
        if not loop.computes or loop.used("static", "argument", "block"):
            return
        if not (loop.rows or loop.source.elements) or not loop.uses_jax:
            return
        if not (loop.proven or loop.plausible):
            return
        if any(e.unpacked for e in loop.source.elements):
            return
        if loop.source.small(self.facts, 5) or modules_called(self.facts, loop.parts, node):
            return
        if self.facts.loops.exempt(node):
            return
        traced = loop.traced_at
        if traced is not None:
            cost = "each turn is traced and compiled on its own"
        else:
            cost = "each turn is dispatched, or compiled, on its own"
        because: tuple[str, ...] = (f"runs at trace time: {traced}",) if traced else ()
        certain = loop.certain
        if not certain:
            because += ("assumed: what it takes rows of are arrays, going by their names",)
        self.report(
            node,
            f"{what} computed one row at a time: {cost}",
            help="`jax.vmap` runs the body on all rows at once",
            severity=Severity.WARNING if certain else Severity.INFO,
            confidence=self._confidence(loop, certain),
            because=because,
        )

    def _confidence(self, loop: Loop, certain: bool) -> Confidence:
        if not certain:
            return Confidence.LOW
        return Confidence.HIGH if loop.traced_at is not None else Confidence.MEDIUM
