"""Batches of which the last one has another size, so that compiled code is compiled again."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.subjects.compilation.ragged import Ragged, ragged_batches


class RaggedBatches(Rule):
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

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self._judge(node)

    def visit_Call(self, node: ast.Call) -> None:
        self._judge(node)

    def _judge(self, node: ast.expr) -> None:
        found = ragged_batches(self.facts).get(node)
        if found is None:
            return
        source = self.facts.module.source
        step = source(found.call.func)
        self.report(
            node,
            f"the last batch of {self._what(found)} may be smaller, so that `{step}` is compiled "
            "a second time for it"
            if found.cut is None or not found.cut.certain
            else f"the last batch of {self._what(found)} is smaller, so that `{step}` is compiled "
            "a second time for it",
            severity=None if found.cut is not None and found.cut.certain else Severity.INFO,
            help="leave the rest out in training; pad the last batch in evaluation",
            because=(f"`{step}` is compiled", f"it is called at {self.facts.at(found.call)}"),
            assumed=() if found.cut is not None and found.cut.certain else (self._taken(found),),
        )

    def _what(self, found: Ragged) -> str:
        text = self.facts.module.source(found.node)
        return f"`{text}`" if len(text) <= 60 and "\n" not in text else "this loader"

    def _taken(self, found: Ragged) -> str:
        if found.cut is None or found.cut.total is None:
            return "the batch size does not divide the number of examples"
        source = self.facts.module.source
        return f"`{source(found.cut.size)}` does not divide `{source(found.cut.total)}`"
