"""JOL206: a gradient that is taken of one example after the other."""

from __future__ import annotations

from collections.abc import Iterable

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.subjects.looping.nest import roles
from jaxopt_lint.semantics.subjects.looping.row_loops import RowLoop


class GradPerExampleLoop(Rule[RowLoop]):
    """A Python loop takes the gradient of one example at a time.

    ## Why is this slow?
    Every iteration differentiates the function anew: outside of `jax.jit` its forward and backward
    passes are dispatched one by one, inside they are traced and compiled once for each example.
    `jax.vmap` of the gradient is how per-example gradients are computed in JAX: it differentiates
    once and runs all examples together.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def loss(w, x, y):
        return (jnp.tanh(x @ w) - y) ** 2


    def per_example(w, xs, ys):
        grads = []
        for x, y in zip(xs, ys):
            grads.append(jax.grad(loss)(w, x, y))
        return jnp.stack(grads)
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    def loss(w, x, y):
        return (jnp.tanh(x @ w) - y) ** 2


    def per_example(w, xs, ys):
        return jax.vmap(jax.grad(loss), in_axes=(None, 0, 0))(w, xs, ys)
    ```

    ## Fix safety
    The gradients agree up to rounding. The fix is unsafe because what is mapped over must be
    arrays with equally many rows, and because the gradients of all examples are in memory at
    once: their size is the number of examples times that of the parameters.

    ## When to keep it
    Large parameters and many examples, whose gradients do not fit together: take a few at a time
    with `jax.lax.map(..., batch_size=...)`. Where only the mean of the gradients is wanted, the
    gradient of the mean loss is cheaper than both. This rule speaks in the place of
    `python-loop-over-batch`. A loop that only adds gradients up saves memory, as it does with
    micro-batches: those are reported as info, and so are loops of a notebook, which are run once.
    """

    code = "JOL206"
    summary = "A Python loop takes gradients of one example at a time"
    fix = "vmap"

    def matches(self) -> Iterable[RowLoop]:
        return [found for found in roles(self.facts) if isinstance(found, RowLoop)]

    def judge(self, found: RowLoop) -> None:
        if found.gradient is None:
            return
        of = self.source(found.gradient.of)
        shown = f"of `{of}` " if len(of) < 40 and "\n" not in of else ""
        if found.loop.traced_at is not None:
            cost = "each iteration is differentiated and compiled on its own"
        else:
            cost = "each iteration is differentiated and dispatched on its own"
        self.report(
            found,
            f"a gradient {shown}is taken for one row at a time: {cost}",
            help="`jax.vmap` of the gradient takes all of them at once",
            # A notebook works a figure out once, and shows it.
            severity=Severity.INFO if found.accumulates or self.facts.module.seams else None,
            certain=found.certain or (found.loop.of_one_batch and not found.loop.unseen),
            because=found.loop.because,
        )
