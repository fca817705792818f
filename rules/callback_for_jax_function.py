"""Callbacks to NumPy for what JAX has itself."""

from __future__ import annotations

from jaxopt_lint.patterns.callback_for_jax_function import Replaced, replaced
from jaxopt_lint.rule import Rule, Severity, each


class CallbackForJaxFunction(Rule[Replaced]):
    """A callback runs functions of NumPy that `jax.numpy` has as well.

    ## Why is this slow?
    On each call of `jax.pure_callback` the device hands its arrays to the host, waits for Python to
    run the function, and gets the result back. The compiler sees nothing of it: it fuses nothing
    across, and there is no gradient.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    import numpy as np


    def rank(scores):
        return np.argsort(np.argsort(scores)).astype(np.int32)


    @jax.jit
    def ranks(scores):
        shape = jax.ShapeDtypeStruct(scores.shape, jnp.int32)
        return jax.pure_callback(rank, shape, scores)
    ```
    Call the function itself, with `jnp` in the place of `np`.

    ## When to keep it
    Where NumPy is wanted for what JAX does otherwise: 64 bits, which are not reported, the order of
    a sum, or a function that is faster on the host for a few large arrays. How often it is called
    is not known, so that it is for information.
    """

    code = "JOL431"
    summary = "A callback runs functions of NumPy that JAX has as well"
    severity = Severity.INFO
    words = ("pure_callback",)
    matches = each(replaced)

    def judge(self, found: Replaced) -> None:
        listed = " and ".join(f"`np.{name}`" for name in found.names[:3])
        self.report(
            found,
            f"each call hands its arrays to the host and waits for Python, to run {listed}, which "
            "JAX has as well",
            help="call the function as it is, with `jnp` in the place of `np`",
            because=(f"the callback at {self.facts.at(found.function)} runs nothing else",),
        )
