"""Timers that stop before the device has done the work."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity, each
from jaxopt_lint.semantics.jax.api.clocks import TIMERS, WAITS_SINCE
from jaxopt_lint.semantics.subjects.transfer.timers import AHEAD, Timing, unfinished


class TimingWithoutBlock(Rule[Timing]):
    """A clock is read after a compiled call that nobody has waited for.

    ## Why is this bad?
    A compiled call returns as soon as its work is handed to the device. The time until then says
    how fast Python is, and nothing about the computation. `timeit` reads the clock in the same way
    around what it calls. To wait for the inputs, which were there before the clock was started,
    does not help. A warm-up that nobody waits for still runs when the clock is started, and the
    rest of it is counted.

    ## Example
    ```python
    import time

    import jax


    @jax.jit
    def square(x):
        return x @ x


    def measure(x):
        start = time.perf_counter()
        y = square(x)
        elapsed = time.perf_counter() - start
        return y, elapsed
    ```
    becomes
    ```python
    import time

    import jax


    @jax.jit
    def square(x):
        return x @ x


    def measure(x):
        start = time.perf_counter()
        y = square(x)
        jax.block_until_ready(y)
        elapsed = time.perf_counter() - start
        return y, elapsed
    ```

    ## Fix safety
    Waiting changes no value. Only the measured time changes, to what was meant. Where the result
    comes out of a loop that may not turn at all, the fix asks first.

    The first call traces and compiles as well, and the program waits for that: such a time leaves
    the run out, and shows more than the dispatch. That is for information, and so is a time that
    `log_first_n` writes to a log a few times. A loop is only so far ahead of the device: JAX takes
    on 32 calls, and waits with the next until the first is done. Where it is known to make ten
    times as many, that is for information as well.

    ## When to keep it
    When it is the time to dispatch that you measure, or to compile; a compiled function that
    computes nothing is taken for such a case, and so is all of a program that looks for NaN in each
    result (`jax_debug_nans`), which waits by itself. What waits in front of the work, or makes
    another object with `.replace(...)`, is no wait for it. Spans in which something is called that
    may wait, as what `equinox.filter_jit` has compiled does, are not reported, nor are those of
    what calls back to Python (`io_callback`), for which a CPU waits. Where a watch, a context
    manager or a helper reads the clock, the finding is where that is used. Where the time is that
    of many calls of which the last ones alone may be under way, the finding is for information.
    """

    code = "JOL407"
    summary = "A timer is stopped before the device has done the work"
    fix = "block-before-clock"
    words = ("time",)
    measures = True
    matches = each(unfinished)

    def judge(self, found: Timing) -> None:
        clock = f"the clock at {found.there}" if found.there else "the clock"
        if isinstance(found.node, ast.Call) and self.facts.names.call(found.node) in TIMERS:
            clock = f"the clock of `{self.source(found.node.func)}`"
        if found.early:
            self.report(
                found,
                f"{clock} is started while an earlier call of `{found.name}` may still run, whose "
                "rest is counted",
                help=f"wait for that call with {self._wait()} before",
            )
            return
        shows = "it measures the dispatch alone"
        if found.first:  # most of it is the time to trace and to compile, which is waited for
            shows = "the run is not in its time"
        elif found.behind:
            shows = f"what is still under way, up to {AHEAD} calls, is not in its time"
        asked = " if the run is to be counted" if found.warm_up else ""
        self.report(
            found,
            f"{clock} is read before `{found.name}` has run, so {shows}",
            help=f"wait for the result with {self._wait()}{asked}",
            severity=Severity.INFO if found.behind and not found.first else None,
        )

    def _wait(self) -> str:
        newest = self.facts.target_jax
        if newest is not None and newest < WAITS_SINCE:
            return "its method `block_until_ready`"
        return "`jax.block_until_ready`"
