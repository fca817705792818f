"""Windows and tables of positions that are kept among the parameters of a module."""

from __future__ import annotations

from jaxopt_lint.patterns.constant_among_parameters import Constant, constants_among_parameters
from jaxopt_lint.rule import Rule, Severity, each

_KEPT = {
    "linen": "in the collection `params`",
    "nnx": "as an `nnx.Param`",
    "equinox": "as an array in a field of its own",
}
_CURES = {
    "linen": "make it where it is used, or keep it in a collection of its own",
    "nnx": "keep it as an `nnx.Variable`, or make it where it is used",
    "equinox": "`jax.lax.stop_gradient` where it is read, or make it there",
}


class ConstantAmongParameters(Rule[Constant]):
    """A fixed table, such as a window or a rotary embedding, is trained with the parameters.

    ## Why is this bad?
    What is in the collection `params` of Flax Linen, in an `nnx.Param`, or an array in a field of
    an Equinox module, is a parameter: gradients are taken of it, the optimizer keeps moments for
    it, moves it and decays it. The sines of a position embedding, or the window of a filter, follow
    from sizes alone and are meant to stay what they are; after some steps they are something
    else, and no error tells.

    ## Example
    ```python
    import equinox as eqx
    import jax.numpy as jnp


    class Rotary(eqx.Module):
        cos: jnp.ndarray

        def __init__(self, length, width):
            angles = jnp.outer(jnp.arange(length), 1e4 ** -jnp.linspace(0, 1, width))
            self.cos = jnp.cos(angles)

        def __call__(self, x):
            return x * self.cos[: x.shape[0]]


    @eqx.filter_value_and_grad
    def loss(model, x):
        return jnp.mean(model(x) ** 2)
    ```
    Read it as `jax.lax.stop_gradient(self.cos)`, which still decays under `adamw`, or make the
    table in `__call__`, where the compiler computes it once.

    ## When to keep it
    Where a table is only where training begins. The rule looks for tables that are made of `sin`,
    `linspace`, `hanning` and their like, or of powers of `arange` in a class that takes sines and
    cosines, and of nothing random; where gradients are stopped when it is
    read, where the field is static, and in projects that take no gradients, it is silent.
    """

    code = "JOL846"
    summary = "A fixed table is trained with the parameters"
    severity = Severity.INFO
    words = ("params", "Param", "equinox")
    matches = each(constants_among_parameters)

    def judge(self, found: Constant) -> None:
        self.report(
            found,
            f"`{found.owner}` keeps `{found.name}` {_KEPT[found.framework]}, so that it is trained "
            f"and decayed, and it is a table that `{self.source(found.maker.func)}` makes",
            help=_CURES[found.framework],
            because=(f"the table is made at {self.facts.at(found.maker)}",),
            assumed=(f"all parameters of `{found.owner}` are trained",),
        )
