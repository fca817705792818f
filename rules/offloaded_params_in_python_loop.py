"""Parameters in host memory that a Python loop fetches layer by layer."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.offloaded_params_in_python_loop import looped_fetches
from jaxopt_lint.rule import Rule


class OffloadedParamsInPythonLoop(Rule[ast.AST]):
    """A Python loop fetches offloaded parameters under differentiation.

    ## Why is this slow?
    Parameters live in host memory so that only one layer's at a time take room on the device. In
    an unrolled loop the backward pass needs the fetched copy of every layer, so that all of them
    stay on the device: the memory is that of parameters which were never offloaded, and the
    transfers come on top. A scan over the layers that computes its body again (`jax.checkpoint`)
    fetches them anew in the backward pass and frees them after each iteration.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def loss(layers, x):
        for w in layers:
            w = jax.device_put(w, jax.memory.Space.Device)
            x = jnp.tanh(x @ w)
        return jnp.mean(x**2)


    gradient = jax.jit(jax.grad(loss))
    ```
    Stack the layers along axis 0 and scan over them:
    ```python
    def layer(x, w):
        w = jax.device_put(w, jax.memory.Space.Device)
        return jnp.tanh(x @ w), None


    def loss(layers, x):
        x, _ = jax.lax.scan(jax.checkpoint(layer, prevent_cse=False), x, layers)
        return jnp.mean(x**2)
    ```

    ## When to keep it
    Where the layers differ in shape, and only their optimizer state is meant to stay on the host.
    """

    code = "JOL305"
    summary = "A Python loop fetches offloaded parameters, and all of them stay on the device"
    words = ("memory_kind", "memory.Space", "TransferToMemoryKind", "Space.Device")

    def visit_Call(self, node: ast.Call) -> None:
        found = looped_fetches(self.facts).get(node)
        if found is None:
            return
        value = self.source(found.value)
        self.report(
            node,
            f"the loop on line {found.loop.lineno} fetches `{value}` from host memory on every "
            "iteration, and each copy stays on the device for the backward pass",
            help="scan over stacked parameters, with `jax.checkpoint` around the body",
            because=(found.why, "no `jax.checkpoint` lets go of what it fetches"),
        )
