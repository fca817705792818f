"""Counters, stores and prints of traced code, which happen once."""

from __future__ import annotations

from jaxopt_lint.rule import Rule, Severity, each
from jaxopt_lint.semantics.jax.api.history import not_yet
from jaxopt_lint.semantics.jax.words import TRACE_COUNTER
from jaxopt_lint.semantics.subjects.purity.side_effects import SideEffect, is_plain, side_effects

_PRINTS, _PRINTS_SINCE = "use `jax.debug.print`", (0, 3, 16)


class SideEffectInTracedCode(Rule[SideEffect]):
    """Traced code counts, stores or prints, which happens once, while tracing.

    ## Why is this bad?
    Under `jax.jit`, `scan` and their kin Python runs once, while JAX records the computation. A
    counter on `self` goes up once, not on every call; a list outside gets one element; `print`
    shows a tracer instead of numbers, and only the first time. Storing a *traced* value is worse
    and is reported as `leaked-tracer` instead.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def loss(w, x):
        out = jnp.mean((x @ w) ** 2)
        print("loss", out)
        return out
    ```
    Print with `jax.debug.print("loss {}", out)`. Return what is to be counted or kept, and store it
    outside.

    ## When to keep it
    To see when something is traced. Counters and plain values that are stored while tracing, and
    what is printed or goes to a log, are therefore of severity info; prints of shapes and of other
    values known while tracing are not reported. State that a framework looks after (Flax, Haiku,
    Equinox) is not reported.
    """

    code = "JOL803"
    summary = "A side effect in traced code happens once, while tracing"
    words = ("jax", "equinox", "flax")
    matches = each(side_effects)

    def _instead(self, value: str) -> str:
        """What prints the value; on a JAX that has nothing for it, who is given it can."""
        oldest = self.facts.min_jax or self.facts.target_jax
        too_old = not_yet("`jax.debug.print`", _PRINTS_SINCE, oldest)
        return f"return {value}, and print it outside. {too_old}" if too_old else _PRINTS

    def judge(self, found: SideEffect) -> None:
        if found.how == "print":
            assert found.value is not None
            value = self.source(found.value)
            value = f"`{value}`" if len(value) <= 40 and "\n" not in value else "its argument"
            self.report(
                found,
                f"`{found.target}` runs once, while tracing, and shows a tracer instead of the "
                f"value of {value}",
                help=self._instead(value),
                severity=Severity.INFO,  # many a print is there to show what is traced, and when
            )
        elif not found.traced and is_plain(self.facts, found.value):
            # It may be there to count traces, which nothing but its name could tell.
            counts = TRACE_COUNTER.says(found.target)
            verb = {"count": "changes", "keep": "gets an element", "store": "is set"}[found.how]
            self.report(
                found,
                f"`{found.target}` {verb} once, while tracing, not on every call",
                help="return the value, and store it outside",
                severity=Severity.INFO,
                assumed=(f"`{found.target}` does not tell that code is traced",) if counts else (),
            )
