"""Arrays that are read after they were donated to a compiled call."""

from __future__ import annotations

from jaxopt_lint.patterns.use_after_donation import Reuse, reuses
from jaxopt_lint.rule import Rule, Severity, each


class UseAfterDonation(Rule[Reuse]):
    """An array is read after its memory was donated.

    ## Why is this bad?
    A donated array is deleted by the call, on every backend: reading it afterwards raises
    `RuntimeError: Array has been deleted`. Where no output has the same shape and type the array
    happens to survive, until the model or the batch changes. Fields of objects count as variables
    do, up to the first call that may store in them.

    ## Example
    ```python
    from functools import partial

    import jax
    import jax.numpy as jnp


    @partial(jax.jit, donate_argnames="params")
    def update(params, batch):
        return params - 0.1 * jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)


    def train(params, batch):
        new_params = update(params, batch)
        return jnp.linalg.norm(new_params - params)
    ```
    Store the result under the name that was donated, or do not donate it:
    ```python
        params = update(params, batch)
    ```

    ## When to keep it
    Never, except in a test that expects the error.
    """

    code = "JOL302"
    summary = "An array is read after it was donated"
    severity = Severity.ERROR
    words = ("donate_arg",)
    matches = each(reuses)

    def judge(self, found: Reuse) -> None:
        node, call = found.node, found.call
        given = node in call.args or any(k.value is node for k in call.keywords)
        name = self.source(node)
        again = "the next iteration passes it again" if given else "it is read"
        when = "after it was deleted" if found.certain else "when its memory may be gone"
        self.report(
            found,
            f"`{name}` was donated to `{self.source(call.func)}` on line "
            f"{call.lineno}, so {again} {when}",
            help=f"store the result as `{name}`, read it before the call, or do not donate it",
            severity=None if found.certain else _UNSURE[found.likely],
            because=(f"`{name}` is not stored again on the way here",),
            assumed=() if found.certain else ("a result has its shape and type",),
        )


# XLA drops a donation that fits no result, and the function in sight shows none that is sure to.
_UNSURE = {True: Severity.WARNING, False: Severity.INFO}
