"""JOL202: a Python loop that carries state from step to step of a sequence."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.patterns.eager_turns import EagerTurns, eager_turns
from jaxopt_lint.patterns.unrolled_loop import UnrolledLoop
from jaxopt_lint.rule import Severity
from jaxopt_lint.semantics.subjects.looping.loops import Loop, loops
from jaxopt_lint.semantics.subjects.looping.nest import nested
from jaxopt_lint.semantics.subjects.looping.outputs import joined


class PythonLoopOverTime(UnrolledLoop[Loop | EagerTurns]):
    """A Python loop carries state along a sequence of inputs or of results.

    ## Why is this slow?
    Under `jax.jit` the loop is unrolled: the program grows with the length of the sequence, and
    its compile time with it, or faster. `jax.lax.scan` compiles the step once. Measured on an
    RNN of 256 steps: 0.35 s of compilation instead of 9.3 s; the time of a call changes little.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def rnn(w, u, h, xs):
        ys = []
        for t in range(xs.shape[0]):
            h = jnp.tanh(w @ h + u @ xs[t])
            ys.append(h)
        return h, jnp.stack(ys)
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def rnn(w, u, h, xs):
        def step(h, x):
            h = jnp.tanh(w @ h + u @ x)
            return h, h

        h, ys = jax.lax.scan(step, h, xs)
        return h, ys
    ```

    Loops on the host in other spellings (`while i < n`, values in lists, keys alone) are reported
    without a fix where their turns run several operations of JAX each, in helpers too: as a warning
    where the module itself runs them for long and they do nothing else, or where a trace unrolls
    turns of 32 operations and more, or where there is a turn of 16 for each row of the data, else
    for information.

    ## Fix safety
    The operations stay the same, in the same order. The fix is unsafe because a scan wants what
    it carries to keep its shape and dtype, takes arrays only, and traces the step with a counter
    whose value Python does not know. It is offered only in code that is seen to run under
    `jax.jit`: elsewhere a scan is compiled again at each call. Where an iteration at the boundary
    differs, or takes a chunk of rows, the loop is reported without a fix.

    ## When to keep it
    Short sequences (under about 16 steps), steps of a few operations, and code that must stay
    unrolled, for a kernel or for another compiler. For information are fewer than 8 steps, which
    the settings of the program or the `size` of `jnp.where` tell; an unknown number of steps of one
    or two operations; and steps that differ by what Python knows of their number: it counts to it,
    makes arrays of its size, or chooses by it, unless it only asks whether the step is the first or
    the last. So are loops on the host that are over in a second, that call what is compiled
    already, an environment or anything unknown, or that are timed beside another one. What
    `jax.jit` unrolls is a warning whether a run has shown it or not: each step is compiled for
    certain.
    """

    code = "JOL202"
    summary = "A Python loop carries state along a sequence and is unrolled by jit"
    weighed_by_runs = True
    fix = "scan"
    does, grows = "carries", "its length"
    copies = "becomes as many copies of its body as it is long"

    def matches(self) -> Iterable[Loop | EagerTurns]:
        for node in self.facts.module.all(ast.For, ast.While):
            if not nested(self.facts, node):  # `nested-batch-loop` speaks about these
                yield loops(self.facts).of(node)
        yield from (turns for turns in eager_turns(self.facts).values() if turns.carries)

    def judge(self, loop: Loop | EagerTurns) -> None:
        if isinstance(loop, EagerTurns):
            self.report(
                loop,
                f"{loop.told}, and goes on from what the one before has computed",
                help="`jax.lax.scan` (or `fori_loop`) in a jitted function makes it one program",
            )
            return
        if loop.kind != "carried" or not loop.stepwise:
            self.report_unrewritten(loop, sequence=True)
            self._unlike(loop)
            return
        if not loops(self.facts).worth_staging(loop):
            return
        if any(
            o.kind == "append" and not (o.stacked or joined(self.facts, o)) for o in loop.outputs
        ):
            self.facts.doubt(loop.node, "a list that it appends to is not made an array behind it")
            return
        step, assumed = "the body once", "the function is jitted where it is used"
        severity = None
        if loop.traced_at is not None:
            step, assumed = "one step", ""
            if not loop.proven and (loop.rows or loop.source.elements):
                severity, assumed = Severity.INFO, "what it takes rows of are arrays"
        self.report_loop(
            loop, loop.carried, f"`jax.lax.scan` compiles {step}",
            severity=severity, assumed=(assumed,) if assumed else (),
        )  # fmt: skip

    def _unlike(self, loop: Loop) -> None:
        """Say why a loop is no run along a sequence."""
        if loop.obstacle:
            self.facts.doubt(loop.node, "{}, so that it is no run along a sequence", loop.obstacle,
                             early=not loop.carried)  # fmt: skip
        elif not loop.carried:
            self.facts.doubt(loop.node, "nothing goes from one turn to the next", early=True)
        else:
            what = "it takes no rows and leaves no results: `python-fixed-point-loop` looks at it"
            self.facts.doubt(loop.node, what, early=True)
