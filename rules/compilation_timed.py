"""Timers around the first call of a compiled function."""

from __future__ import annotations

from jaxopt_lint.patterns.compilation_timed import FirstCall, timed_compilations
from jaxopt_lint.rule import Rule, Severity, each


class CompilationTimed(Rule[FirstCall]):
    """A clock measures a compiled function on its first call, which compiles it.

    ## Why is this bad?
    The first call of a compiled function traces and compiles it: tenths of seconds to minutes, for
    a function that then runs in microseconds or milliseconds. A time, a throughput or a comparison
    with NumPy that is taken from this one call says how fast XLA compiles.

    ## Example
    ```python
    import time

    import jax


    @jax.jit
    def square(x):
        return x @ x


    def rate(x):
        start = time.perf_counter()
        square(x).block_until_ready()
        elapsed = time.perf_counter() - start
        return x.size / elapsed


    def main():
        print(rate(jax.numpy.ones((500, 500))))
    ```
    Call it once before the clock is started (`jax.block_until_ready(square(x))`), or compile it
    ahead (`square.lower(x).compile()`), and time several calls.

    ## When to keep it
    Where the time until the first result is what matters, as in a program that runs its one large
    computation. A time that is only shown is for information, and so is that of a function with
    loops of its own, or of one that is not in sight: it may run for longer than it is compiled. One
    that is divided, compared or given back is a warning. A function that is called, or named,
    anywhere else is not reported.
    """

    code = "JOL410"
    summary = "A timer includes the compilation of what it measures"
    words = ("time",)
    measures = True
    matches = each(timed_compilations)

    def judge(self, found: FirstCall) -> None:
        self.report(
            found,
            f"the clock measures the first call of `{self.source(found.node.func)}`, and with it "
            "how long tracing and compiling it takes",
            help=(
                "call it once before the clock is started, and wait for the result"
                if found.brief
                else "compile it before the clock is started: `.lower(...).compile()`"
            ),
            severity=None if found.compared and found.brief else Severity.INFO,
            because=(found.why,),
        )
