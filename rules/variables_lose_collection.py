"""Variables that go into a compiled step with their parameters and come back without."""

from __future__ import annotations

from jaxopt_lint.patterns.variables_lose_collection import LostCollection, lost_collections
from jaxopt_lint.rule import Rule, each


class VariablesLoseCollection(Rule[LostCollection]):
    """A loop hands a compiled step all that `init` gave, and has back what `apply` changes.

    ## Why is this slow?
    A compiled function is kept for the structure of its arguments. `init` gives a dictionary with
    `params` and, say, `batch_stats`; `apply` with `mutable=["batch_stats"]` gives one that has
    nothing but `batch_stats`. So the second iteration hands over another structure than the first,
    and the whole step is traced and compiled once more; until then the parameters are also handed
    over twice.

    ## Example
    ```python
    import flax.linen as nn
    import jax
    import jax.numpy as jnp


    class Net(nn.Module):
        @nn.compact
        def __call__(self, x):
            return nn.BatchNorm(use_running_average=False)(nn.Dense(3)(x))


    def loss(params, variables, x):
        y, variables = Net().apply(
            {"params": params, "batch_stats": variables["batch_stats"]}, x, mutable=["batch_stats"]
        )
        return jnp.mean(y**2), variables


    @jax.jit
    def step(params, variables, x):
        grads, variables = jax.grad(loss, has_aux=True)(params, variables, x)
        return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), variables


    def train(key, batches):
        variables = Net().init(key, batches[0])
        params = variables["params"]
        for x in batches:
            params, variables = step(params, variables, x)
        return params, variables
    ```
    Split the two once, in front of the loop: `params = variables.pop("params")`, or hand the step
    `{"batch_stats": variables["batch_stats"]}`.

    ## When to keep it
    Where the step is small, or the loop has two iterations at most.
    """

    code = "JOL132"
    summary = "Variables lose a collection in the first iteration: the step compiles twice"
    words = ("mutable",)
    matches = each(lost_collections)

    def judge(self, found: LostCollection) -> None:
        step = self.facts.module.source(found.node.func)
        names = " and ".join(f"`{one}`" for one in found.collections)
        self.report(
            found,
            f"`{found.name}` holds `params` in the first iteration and nothing but {names} from "
            f"the second on: `{step}` is compiled twice",
            help="take `params` out of what `init` gives in front of the loop",
            because=(
                f"`init` gives all collections at {self.facts.at(found.start)}",
                f"`apply` gives back what `mutable` names at {self.facts.at(found.kept)}",
            ),
        )
