"""A loss and its gradient, computed by two calls where one gives both."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.patterns.loss_after_update import AfterUpdate, after_updates
from jaxopt_lint.patterns.loss_beside_its_step import BesideStep, beside_steps
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.recurrence import loop_around, often
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.subjects.differentiation.gradients import Repeat, repeats


class SeparateLossAndGrad(Rule[Repeat | BesideStep | AfterUpdate]):
    """A function and its gradient evaluated separately at the same point.

    ## Why is this slow?
    The gradient runs the function forward anyway. A separate call for the value runs it once
    more: half as much work again, outside of `jax.jit` or across two compiled functions. Within
    one compiled function XLA usually merges the two, and there the finding is only a note: what is
    left is the time to trace and compile the second forward pass. It is the same where a loop
    computes the loss, and then calls a step that takes the gradient at the same values, or computes
    it on the new parameters, at which the next turn takes the gradient.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def loss_fn(params, batch):
        return jnp.mean((batch @ params) ** 2)


    def step(params, batch):
        loss = loss_fn(params, batch)
        grads = jax.grad(loss_fn)(params, batch)
        return params - 0.1 * grads, loss
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    def loss_fn(params, batch):
        return jnp.mean((batch @ params) ** 2)


    def step(params, batch):
        loss, grads = jax.value_and_grad(loss_fn)(params, batch)
        return params - 0.1 * grads, loss
    ```

    ## Fix safety
    Both calls stand in one block, with the same arguments, and nothing in between rebinds or
    changes them; `argnums` and `has_aux` are carried over. A loss that has an effect, itself or in
    what it calls, is left alone. The value that comes with a gradient is computed by the
    differentiated program, and may be rounded differently, so the fix is never applied unasked.

    ## When to keep it
    When the value is wanted from another implementation than the one that is differentiated. It is
    a warning where a loop comes here again; what is run once is told for information.
    """

    code = "JOL501"
    summary = "A function and its gradient are evaluated separately at the same point"
    weighed_by_runs = True
    fix = "value-and-grad"
    words = ("grad",)

    def matches(self) -> Iterable[Repeat | BesideStep | AfterUpdate]:
        facts = self.facts
        return [*repeats(facts).values(), *beside_steps(facts), *after_updates(facts)]

    def judge(self, found: Repeat | BesideStep | AfterUpdate) -> None:
        if isinstance(found, BesideStep):
            return self._beside(found)
        if isinstance(found, AfterUpdate):
            return self._after(found)
        name = self.source(found.gradient.of)
        staged = tracing(self.facts).staged(self.facts.module.function(found.node))
        cost = (
            "the forward pass runs twice"
            if staged is None
            else f"inside one jit XLA merges the two, and only tracing and compiling take longer "
            f"({staged})"
        )
        line = found.gradient.call.lineno
        given = found.gradient.with_value
        self.report(
            found,
            f"this call of `{name}` computes again what `value_and_grad` on line {line} returns: "
            f"{cost}"
            if given
            else f"`{name}` and its gradient, on line {line}, are computed separately: {cost}",
            severity=None if staged is None and not self._once(found.node) else Severity.INFO,
            help=f"drop this call, and unpack the value on line {line}"
            if given
            else "take both from one `jax.value_and_grad`",
            because=(staged,),
        )

    def _once(self, node: ast.AST) -> bool:
        """Whether nothing is seen to come here again: no loop around, nor around a call of the
        function."""
        function = self.facts.module.function(node)
        again = function is not None and often(self.facts, function) is not None
        return not again and loop_around(self.facts, node) is None

    def _beside(self, found: BesideStep) -> None:
        loss, step = self.source(found.gradient.of), self.source(found.step.func)
        staged = tracing(self.facts).staged(self.facts.module.function(found.node))
        self.report(
            found,
            f"`{loss}` runs here, and forward once more on the same values in `{step}`, for the "
            f"gradient of line {found.gradient.call.lineno}",
            severity=None if staged is None else Severity.INFO,
            help=f"let `{step}` return the value, too, from `jax.value_and_grad({loss})`",
            because=(f"`{step}` is called at {self.facts.at(found.step)}", staged),
        )

    def _after(self, found: AfterUpdate) -> None:
        name, line = self.source(found.function), found.gradient.call.lineno
        cure = f"take the value from `jax.value_and_grad({name})`"
        if found.parts:
            cure = f"let `{name}` return `(value, the rest)`, and use `has_aux=True`"
        self.report(
            found,
            f"`{name}` runs here on the new parameters, and forward once more on the same when the "
            f"next turn takes the gradient on line {line}",
            help=f"{cure}: it comes with the gradient, one turn later",
            severity=Severity.INFO if found.few else None,
            because=("nothing that it reads changes until then",),
        )
