"""JOL203: a Python loop that applies one step again and again."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from jaxopt_lint.finding import Confidence, Severity
from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.subjects.looping.device_while import device_while
from jaxopt_lint.semantics.subjects.looping.loops import loops
from jaxopt_lint.semantics.subjects.looping.roles import nested

if TYPE_CHECKING:
    from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.subjects.looping.unrolled import unrolled


class PythonFixedPointLoop(Rule):
    """A Python loop applies the same step to a state a number of times.

    ## Why is this slow?
    Under `jax.jit` the loop is unrolled: the program and its compile time grow with the number of
    turns. `jax.lax.fori_loop` compiles the step once. Measured on 50 power iterations: 0.2 s of
    compilation instead of 1.9 s, and 53 operations instead of 1353.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def leading_vector(matrix, v):
        for _ in range(50):
            v = matrix @ v
            v = v / jnp.linalg.norm(v)
        return v
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def leading_vector(matrix, v):
        def body(_, v):
            v = matrix @ v
            v = v / jnp.linalg.norm(v)
            return v

        v = jax.lax.fori_loop(0, 50, body, v)
        return v
    ```

    ## Fix safety
    The operations stay the same, in the same order, and with bounds that Python knows the result
    can be differentiated in both modes. The fix is unsafe because what is carried must keep its
    shape and dtype, and because the step is traced with a counter whose value Python does not
    know. It is offered only in code that is seen to run under `jax.jit`: elsewhere the loop is
    compiled again at each call. Where turns alternate, it is reported without a fix.

    A `while` loop on the host whose test is an array waits for that array on every iteration. It is
    shown as `jax.lax.while_loop`, and never applied: the result has no reverse-mode gradient, and
    outside of `jax.jit` the loop is compiled at each call.

    ## When to keep it
    Few turns (under about 16), and steps of one or two operations.
    """

    code = "JOL203"
    summary = "A Python loop applies one step many times and is unrolled by jit"
    fix = "fori-loop"
    other_fixes = ("while-loop",)

    def visit_For(self, node: ast.For) -> None:
        self._visit(node)

    def visit_While(self, node: ast.While) -> None:
        found = device_while(self.facts, node)
        if found is None:
            self._visit(node)
            return
        self.report(
            node,
            f"each iteration of this loop waits for `{found.fetched}` to arrive from the device "
            "before it dispatches the next",
            help="`jax.lax.while_loop` tests it on the device, in code that is jitted",
            severity=Severity.INFO,
            because=(f"`{found.fetched}` is an array that the body computes",),
            assumed=("the loop takes more than a few iterations",),
        )

    @classmethod
    def fix_for(cls, facts: Facts, target: ast.AST) -> str | None:
        if isinstance(target, ast.While) and device_while(facts, target) is not None:
            return "while-loop"
        return cls.fix

    def _visit(self, node: ast.For | ast.While) -> None:
        if nested(self.facts, node):
            return  # `nested-batch-loop` speaks about it
        loop = loops(self.facts).of(node)
        if loop.stepwise or not (loop.carried or loop.outputs):
            return
        if loop.kind == "opaque":
            self._left_to_you(node)
            return
        if not loops(self.facts).worth_staging(loop):
            return
        names = [*loop.carried, *(o.name for o in loop.outputs)]
        shown = " and ".join(f"`{n}`" for n in names[:2])
        traced = loop.traced_at
        if traced is not None:
            self.report(
                node,
                f"jit unrolls this loop, which updates {shown}: "
                f"the program and its compile time grow with the number of iterations ({traced})",
                help="`jax.lax.fori_loop` compiles one iteration",
                because=(f"runs at trace time: {traced}",),
            )
        else:
            self.report(
                node,
                f"no jit of this function was found; under one, this loop, which updates {shown}, "
                "becomes a copy of its body for each iteration",
                help="`jax.lax.fori_loop` compiles the body once",
                severity=Severity.INFO,
                confidence=Confidence.LOW,
                assumed=("the function is jitted where it is used",),
            )

    def _left_to_you(self, node: ast.For | ast.While) -> None:
        """Report a loop that is unrolled too, though no codemod can write it otherwise."""
        loop = loops(self.facts).of(node)
        found = unrolled(self.facts, loop)
        if found is None or found.sequence:
            return
        names = " and ".join(f"`{n}`" for n in found.state[:2])
        shown = f"this loop, which updates {names}"
        if loop.traced_at is not None:
            message = (
                f"jit unrolls {shown}: the program and its compile time grow with "
                f"the number of iterations ({loop.traced_at})"
            )
        else:
            message = (
                f"no jit of this function was found; under one, {shown}, becomes a copy of its "
                "body for each iteration"
            )
        self.report(
            node,
            message,
            help=found.advice,
            severity=Severity.INFO,
            confidence=None if loop.traced_at is not None else Confidence.LOW,
            because=() if loop.traced_at is None else (f"runs at trace time: {loop.traced_at}",),
            assumed=found.assumed,
        )
