"""Arrays of NumPy that a loop copies to the device on every turn, though nobody changes them."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, each
from jaxopt_lint.semantics.subjects.transfer.round_trips import SameUpload, same_uploads


class SameArrayUploadedInLoop(Rule[SameUpload]):
    """The same array of NumPy is copied to the device on every turn of a loop.

    ## Why is this slow?
    What JAX computes with has to lie on the device. An array of NumPy is copied there by
    `jnp.asarray(x)`, by an operation of JAX, or as an argument of a compiled function, each time
    again, over a bus that is far slower than the device's memory. Once, before the loop, is enough.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    import numpy as np


    @jax.jit
    def train_step(params, batch, mask):
        return params - 0.1 * jax.grad(lambda p: jnp.mean((batch @ p * mask) ** 2))(params)


    def train(params, batches, path):
        mask = np.load(path)
        for batch in batches:
            params = train_step(params, batch, jnp.asarray(mask))
        return params
    ```
    Copy it once:
    ```python
        mask = jnp.asarray(np.load(path))
        for batch in batches:
            params = train_step(params, batch, mask)
    ```

    ## When to keep it
    When the array is too large to stay on the device. What the loop writes to, or may, and what is
    small is not reported; nor is what only some turns hand over. A warning is an array that is
    known to be large, or one of two axes or more that is copied by a call written out in a loop
    that calls something compiled; all else is for information. `jax.device_put` is JOL406's.
    """

    code = "JOL412"
    summary = "A loop copies the same array of NumPy to the device on every turn"
    matches = each(same_uploads)

    def judge(self, found: SameUpload) -> None:
        shown = self.quoted(found.value, "an array of NumPy", 60)
        node = found.node
        taker = "an operator"
        if isinstance(node, ast.Call):
            taker = self.quoted(node.func, "a call", 60)
        if found.there:
            shown = "the same array of NumPy"
        self.report(
            found,
            f"{taker} copies {shown} to the device on every turn of the loop at "
            f"{self.facts.at(found.loop)}, and nobody changes it there",
            help="copy it once before the loop, by `jnp.asarray`",
            because=(
                f"it has {found.size} elements" if found.size is not None else "",
                f"it is handed over at {found.there}" if found.there else "",
            ),
        )
