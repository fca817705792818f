"""Arrays that are read after they were donated to a compiled call."""

from __future__ import annotations

import ast

from jaxopt_lint.finding import Severity
from jaxopt_lint.patterns.use_after_donation import reuses
from jaxopt_lint.rule import Rule


class UseAfterDonation(Rule[ast.AST]):
    """An array is read after its memory was donated.

    ## Why is this bad?
    A donated array is deleted by the call, on every backend: reading it afterwards raises
    `RuntimeError: Array has been deleted`. Where no output has the same shape and type the array
    happens to survive, until the model or the batch changes.

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

    def visit_Name(self, node: ast.Name) -> None:
        found = reuses(self.facts).get(node)
        if found is None:
            return
        function = self.facts.module.source(found.call.func)
        line = found.call.lineno
        again = (
            "the next iteration passes it again"
            if self._is_given(found.call, node)
            else "it is read"
        )
        if found.certain:
            effect = f"so {again} after it was deleted"
        else:
            effect = f"so {again} when its memory may be gone"
        self.report(
            node,
            f"`{node.id}` was donated to `{function}` on line {line}, {effect}",
            help=f"store the result as `{node.id}`, read it before the call, or do not donate it",
            severity=None if found.certain else Severity.WARNING,
            because=(f"`{node.id}` is not stored again on the way here",),
            assumed=() if found.certain else ("a result has its shape and type",),
        )

    def _is_given(self, call: ast.Call, node: ast.Name) -> bool:
        return node in call.args or any(k.value is node for k in call.keywords)
