"""Optimizer steps that Python takes one leaf at a time."""

from __future__ import annotations

from jaxopt_lint.patterns.per_leaf_python_update import LeafUpdate, leaf_updates
from jaxopt_lint.rule import Rule, Severity, each
from jaxopt_lint.semantics.jax.tracing import tracing


class PerLeafPythonUpdate(Rule[LeafUpdate]):
    """A loop goes over the parameters and takes the optimizer's step for each leaf.

    ## Why is this bad?
    The loop knows the shape of the tree: another layer, a nested dictionary or a tuple breaks
    it, and an entry that it forgets is never trained. Outside of `jax.jit` each leaf costs a few
    dispatches of its own. `jax.tree.map` takes the same step on any tree, and optax on any
    tree with any optimizer.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def loss(params, x):
        return jnp.mean((x @ params["w"] + params["b"]) ** 2)


    @jax.jit
    def train_step(params, x):
        grads = jax.grad(loss)(params, x)
        return {k: params[k] - 0.1 * grads[k] for k in params}
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    def loss(params, x):
        return jnp.mean((x @ params["w"] + params["b"]) ** 2)


    @jax.jit
    def train_step(params, x):
        grads = jax.grad(loss)(params, x)
        return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    ```

    ## Fix safety
    The arithmetic stays the same, leaf by leaf. The fix asks first because the trees must have
    the same structure, the result is a container of the same kind as the parameters, and a
    dictionary that was changed in place is a new one afterwards.

    ## When to keep it
    Where the leaves are treated differently: other rates, or some that stay as they are.
    """

    code = "JOL504"
    summary = "A Python loop takes the optimizer's step leaf by leaf"
    severity = Severity.INFO
    fix = "tree-map"
    words = ("grad",)
    matches = each(leaf_updates)

    def judge(self, found: LeafUpdate) -> None:
        staged = tracing(self.facts).staged(self.facts.module.function(found.node))
        tree = self.source(found.tree)
        cost = "" if staged else ", one dispatch after the other"
        self.report(
            found,
            f"a Python loop takes the step of `{tree}` leaf by leaf{cost}, and breaks on any "
            "other tree",
            help="use `jax.tree.map`, or an optimizer of optax",
            because=(staged,),
        )
