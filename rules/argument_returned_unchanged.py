"""States that a compiled function hands back as they came."""

from __future__ import annotations

from jaxopt_lint.patterns.argument_returned_unchanged import Returned, returned_unchanged
from jaxopt_lint.rule import Rule, Severity, each


class ArgumentReturnedUnchanged(Rule[Returned]):
    """A compiled function returns its state as it came, beside what it computes.

    ## Why is this slow?
    What a compiled function returns is a new array. A state that comes back as it was is copied on
    every call, weights and moments of the optimizer, and for that time it is in memory twice:
    without donation JAX does not hand the same buffers on.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def evaluate(state, batch):
        logits = state.apply_fn({"params": state.params}, batch["x"])
        return state, jnp.mean(jnp.argmax(logits, -1) == batch["y"])
    ```
    Return what is new alone: the caller has the state already.

    ## When to keep it
    Where something calls the function that wants a state back, and the state is small. A function
    that donates the state, that traced code calls, or that is the body of a loop copies nothing,
    and is not reported.
    """

    code = "JOL321"
    summary = "A compiled function returns its state as it came: a copy of it on every call"
    severity = Severity.INFO
    words = ("jit", "pmap", "return")
    matches = each(returned_unchanged)

    def judge(self, found: Returned) -> None:
        self.report(
            found,
            f"`{found.function}` returns `{found.name}` as it came: each call copies all of it",
            help="return the results alone; the caller has it already",
            because=(found.why, f"it holds weights, as `{self.source(found.weights)}` shows"),
        )
