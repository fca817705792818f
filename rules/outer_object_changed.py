"""Objects of Flax NNX that a traced function changes, though they were made outside of it."""

from __future__ import annotations

from jaxopt_lint.patterns.outer_object_changed import OuterChange, outer_changes
from jaxopt_lint.rule import Rule, Severity, each


class OuterObjectChanged(Rule[OuterChange]):
    """A traced function changes an object of Flax NNX that it takes from the code around it.

    ## Why is this bad?
    An object of NNX belongs to the trace in which it was made, or came in as an argument. A
    function under `nnx.jit`, `nnx.grad` and their kin, or those of JAX, that steps an optimizer,
    counts a metric, draws from `nnx.Rngs` or calls a `Dropout` of the code around it raises
    `TraceContextError` at its first call.

    ## Example
    ```python
    from flax import nnx

    metrics = nnx.MultiMetric(loss=nnx.metrics.Average("loss"))


    @nnx.jit
    def evaluate(model, x, y):
        loss = ((model(x) - y) ** 2).mean()
        metrics.update(loss=loss)
        return loss
    ```
    Give it to the function: `def evaluate(model, metrics, x, y)`.

    ## When to keep it
    Never: it raises.
    """

    code = "JOL869"
    summary = "A traced function changes an object of Flax NNX that was made outside of it"
    severity = Severity.ERROR
    words = ("nnx",)
    matches = each(outer_changes)

    def judge(self, found: OuterChange) -> None:
        self.report(
            found,
            f"`{found.name}` was made outside of what `{found.transform}` traces here, and is "
            "changed in it: it raises TraceContextError",
            help=f"give `{found.name}` to the function as an argument",
            because=(f"it is traced at {self.facts.at(found.site)}",),
        )
