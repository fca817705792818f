"""Gradients of one device that are applied to a model which all devices hold."""

from __future__ import annotations

from collections.abc import Iterable

from jaxopt_lint.patterns.gradients_not_reduced import Unreduced, unreduced
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import tracing


class GradientsNotReduced(Rule[Unreduced]):
    """A step on several devices applies the gradient of each device's own rows.

    ## Why is this bad?
    Under `jax.pmap`, and in a `shard_map` with `check_vma=False`, every device computes the
    gradient of the rows that it holds, and nothing adds the gradients up. Applied as they are, they
    move the copies of one model apart: after a few steps each device has another model, of which
    one is saved in the end, trained on its share of the data. The loss is averaged and looks
    right. A `shard_map` whose `out_specs` say that the result is the same everywhere returns that
    of one device.

    ## Example
    ```python
    import functools

    import jax
    import jax.numpy as jnp
    import optax

    tx = optax.sgd(0.1)


    def loss_fn(params, batch):
        return jnp.mean((batch @ params) ** 2)


    @functools.partial(jax.pmap, axis_name="data")
    def step(params, opt_state, batch):
        loss, grads = jax.value_and_grad(loss_fn)(params, batch)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state, jax.lax.pmean(loss, "data")
    ```
    Take the mean over the devices first: `grads = jax.lax.pmean(grads, "data")`.

    ## When to keep it
    Where each device trains a model of its own, as in an ensemble. A step under `jax.pmap` is only
    reported where the loss is averaged over the devices, which says that the model is one.
    """

    code = "JOL613"
    summary = "The gradient of each device's own rows is applied to a model that all devices hold"
    words = ("pmap", "shard_map")

    def matches(self) -> Iterable[Unreduced]:
        return unreduced(self.facts)

    def judge(self, found: Unreduced) -> None:
        name = found.wrap.name.rpartition(".")[2]
        line = found.gradient.lineno
        effect = (
            "the result differs between devices, and that of one is taken for all"
            if found.said_whole
            else "the copies of the model drift apart"
        )
        averaged = found.shared
        self.report(
            found,
            f"the gradient of line {line} is that of each device's own rows, and nothing reduces "
            f"it under this `{name}`: {effect}",
            help="take `jax.lax.pmean` of the gradient first",
            severity=Severity.ERROR if found.said_whole and found.closed else Severity.WARNING,
            because=(
                f"{tracing(self.facts).verb(found.wrap)} at {self.facts.at(found.wrap.site)}",
                f"the loss is averaged at {self.facts.at(averaged)}" if averaged else "",
            ),
            assumed=(
                "" if found.closed else "the loss does not reduce its gradient itself",
                "the devices train one model" if averaged else "",
            ),
        )
