"""JOL203: a Python loop that applies one step again and again."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.patterns.device_while import DeviceWhile, device_while
from jaxopt_lint.patterns.unrolled_loop import UnrolledLoop
from jaxopt_lint.rule import Severity
from jaxopt_lint.semantics.subjects.looping.loops import Loop, loops
from jaxopt_lint.semantics.subjects.looping.nest import nested


class PythonFixedPointLoop(UnrolledLoop[Loop | DeviceWhile]):
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
    compiled again at each call. Where turns alternate, or what starts as one number may become an
    array in the first turn, it is reported without a fix.

    A `while` loop on the host whose test is an array waits for that array on every iteration. It is
    shown as `jax.lax.while_loop`, and never applied: the result has no reverse-mode gradient, and
    outside of `jax.jit` the loop is compiled at each call.

    ## When to keep it
    Few turns (under about 16), and steps of one or two operations. Loops that make one function
    of another are left alone.
    """

    code = "JOL203"
    summary = "A Python loop applies one step many times and is unrolled by jit"
    fix = "fori-loop"
    other_fixes = ("while-loop",)
    does, grows = "updates", "the number of iterations"
    copies = "becomes a copy of its body for each iteration"

    def matches(self) -> Iterable[Loop | DeviceWhile]:
        for node in self.facts.module.all(ast.For, ast.While):
            fetching = device_while(self.facts, node) if isinstance(node, ast.While) else None
            if fetching is not None:
                yield fetching
            elif not nested(self.facts, node):  # `nested-batch-loop` speaks about these
                yield loops(self.facts).of(node)

    def judge(self, found: Loop | DeviceWhile) -> None:
        if isinstance(found, Loop):
            self._unrolled(found)
            return
        self.report(
            found,
            f"each iteration of this loop waits for `{found.fetched}` to arrive from the device "
            "before it dispatches the next",
            help="`jax.lax.while_loop` tests it on the device, in code that is jitted",
            severity=Severity.INFO,
            because=(f"`{found.fetched}` is an array that the body computes",),
            assumed=(
                "the loop takes more than a few iterations",
                *loops(self.facts).of(found.node).provisos,
            ),
        )

    def _unrolled(self, loop: Loop) -> None:
        if loop.stepwise or not (loop.carried or loop.outputs):
            what = "it takes rows or leaves results: `python-loop-over-time` looks at such loops"
            if not loop.stepwise:
                what = "nothing goes from one turn to the next"
            self.facts.doubt(loop.node, what, early=True)
            return
        if loop.kind == "opaque":
            self.report_unrewritten(loop, sequence=False)
            what = "{}, so that its turns are not known to be alike"
            self.facts.doubt(loop.node, what, loop.obstacle, early=not loop.carried)
            return
        if not loops(self.facts).worth_staging(loop):
            return
        names = [*loop.carried, *(o.name for o in loop.outputs)]
        if loop.traced_at is not None:
            self.report_loop(loop, names, "`jax.lax.fori_loop` compiles one iteration")
        else:
            help = "`jax.lax.fori_loop` compiles the body once"
            assumed = ("the function is jitted where it is used",)
            self.report_loop(loop, names, help, assumed=assumed)
