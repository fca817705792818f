"""Batches of which the last one has another size, so that compiled code is compiled again."""

from __future__ import annotations

from jaxopt_lint.patterns.ragged_batches import Ragged, ragged_batches
from jaxopt_lint.rule import Rule, Severity, each


class RaggedBatches(Rule[Ragged]):
    """The last of the batches that a compiled function is given is smaller than the others.

    ## Why is this slow?
    `jax.jit` compiles once for each shape. Where the batch size does not divide the number of
    examples, the rest is a second shape: the whole step is compiled again at the end of the
    first epoch, which for a large model takes minutes.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def predict(params, x):
        return jnp.tanh(x @ params)


    def predict_all(params, xs, size):
        out = []
        for i in range(0, len(xs), size):
            out.append(predict(params, xs[i : i + size]))
        return jnp.concatenate(out)
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def predict(params, x):
        return jnp.tanh(x @ params)


    def predict_all(params, xs, size):
        out = []
        for i in range(0, len(xs) - len(xs) % size, size):
            out.append(predict(params, xs[i : i + size]))
        return jnp.concatenate(out)
    ```

    ## Fix safety
    The fix leaves the rest out, so it is only shown. That is usual for training on shuffled
    data. In evaluation every example counts: pad the last batch to the full size there, and mask
    what was added.

    ## When to keep it
    Where the batch size divides the number of examples, which `assert n % size == 0` states, and
    where one more compilation does not matter.
    """

    code = "JOL108"
    summary = "The last batch has another size, and a compiled function is compiled again for it"
    fix = "drop-remainder"
    words = ("range", "batch", "DataLoader")
    matches = each(ragged_batches)

    def judge(self, found: Ragged) -> None:
        step = self.source(found.call.func)
        what = self.quoted(found.node, "this loader", 60)
        certain = found.cut is not None and found.cut.certain
        self.report(
            found,
            f"the last batch of {what} {'is' if certain else 'may be'} smaller, so "
            f"that `{step}` is compiled a second time for it",
            severity=None if certain else Severity.INFO,
            help="leave the rest out in training; pad the last batch in evaluation",
            because=(f"`{step}` is compiled", f"it is called at {self.facts.at(found.call)}"),
            assumed=() if certain else (self._taken(found),),
        )

    def _taken(self, found: Ragged) -> str:
        if found.cut is None or found.cut.total is None:
            return "the batch size does not divide the number of examples"
        return f"`{self.source(found.cut.size)}` does not divide `{self.source(found.cut.total)}`"
