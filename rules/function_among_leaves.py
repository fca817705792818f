"""Models of Equinox that hold a function, given whole to what takes arrays alone."""

from __future__ import annotations

from jaxopt_lint.patterns.function_among_leaves import Whole, whole_models
from jaxopt_lint.rule import Rule, Severity, each


class FunctionAmongLeaves(Rule[Whole]):
    """A model of Equinox with a function among its leaves is given to what takes arrays.

    ## Why is this bad?
    A module of Equinox is a tree, and all that its fields hold are leaves, the activation of
    `eqx.nn.MLP` among them. `jax.jit` and `jax.grad` want arrays for leaves and raise `TypeError`;
    so does `init` of an optimizer that makes moments for every leaf.

    ## Example
    ```python
    import equinox as eqx
    import jax

    model = eqx.nn.MLP(8, 1, 32, 2, key=jax.random.key(0))


    @jax.jit
    def predict(model, xs):
        return jax.vmap(model)(xs)


    def main(xs):
        return predict(model, xs)
    ```
    Use `eqx.filter_jit`, `eqx.filter_grad` and `optimizer.init(eqx.filter(model,
    eqx.is_inexact_array))`, which leave what is no array alone.

    ## When to keep it
    Never: it raises. What waits for the error is not reported, nor is a model that is not seen to
    be made in the file.
    """

    code = "JOL811"
    summary = "A model of Equinox that holds a function is given to what takes arrays"
    severity = Severity.ERROR
    words = ("equinox",)
    matches = each(whole_models)

    def judge(self, found: Whole) -> None:
        self.report(
            found,
            f"`{found.model}` holds a function, and `{found.taker}` takes arrays for all leaves: "
            "it raises TypeError",
            help=f"write `{found.cure}`",
            because=(
                f"the function is given at {self.facts.at(found.held)}",
                f"the model is given at {self.facts.at(found.given)}",
            ),
        )
