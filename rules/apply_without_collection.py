"""Passes of modules of Linen that are not given what their layers need."""

from __future__ import annotations

from jaxopt_lint.patterns.apply_without_collection import Lacking, lacking
from jaxopt_lint.rule import Rule, Severity, each


class ApplyWithoutCollection(Rule[Lacking]):
    """A module of Linen is applied in training mode without `mutable`, or a key for dropout.

    ## Why is this bad?
    `apply` has no side effects: a `BatchNorm` that is to renew its statistics raises
    `ModifyScopeVariableError` unless `mutable=["batch_stats"]` has `apply` return them, and a
    `Dropout` that is on raises `InvalidRngError` without a key.

    ## Example
    ```python
    import flax.linen as nn
    import jax.numpy as jnp


    class Encoder(nn.Module):
        @nn.compact
        def __call__(self, x, train):
            x = nn.BatchNorm(use_running_average=not train)(nn.Dense(16)(x))
            return nn.relu(x)


    model = Encoder()


    def loss(variables, x):
        return jnp.mean(model.apply(variables, x, train=True) ** 2)
    ```
    Write `out, new = model.apply(variables, x, train=True, mutable=["batch_stats"])` and keep
    `new["batch_stats"]`; for dropout give `rngs={"dropout": key}`, another key at each step.

    ## When to keep it
    Never: it raises. Layers that run on some ways only, whose switch is not known at the call, or
    whose rate may be 0 are not reported.
    """

    code = "JOL817"
    summary = "A module of Linen is trained without what its layers need"
    severity = Severity.ERROR
    words = ("BatchNorm", "Dropout")
    matches = each(lacking)

    def judge(self, found: Lacking) -> None:
        layer = f"`{found.kind.rpartition('.')[2]}` of `{found.model}`"
        if found.lacks == "mutable":
            message = f"{layer} renews its statistics here, which `apply` does not let it"
            help = 'give `mutable=["batch_stats"]`, and keep the second result'
        else:
            message = f"{layer} is on here, and is given no key to draw from"
            help = 'give `rngs={"dropout": key}`, with another key at each step'
        self.report(
            found,
            f"{message}: it raises",
            help=help,
            because=(f"the layer is made at {self.facts.at(found.layer)}",),
        )
