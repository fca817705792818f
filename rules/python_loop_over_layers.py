"""JOL204: a Python loop over layers that are alike."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.python_loop_over_layers import layer_loop
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.usual import usual_turns

_MANY = 16  # copies of a layer that take long to compile


class PythonLoopOverLayers(Rule[ast.AST]):
    """A Python loop applies one block after the other, all with parameters of like shapes.

    ## Why is this slow?
    `jax.jit` unrolls the loop: every layer is traced and compiled on its own, although all of them
    do the same, so that the program and its compile time grow with the depth. With the parameters
    of all layers stacked along a leading axis, `jax.lax.scan` compiles one layer. Stacked
    parameters are also what moving the parameters of one layer at a time to and from the memory
    of the host needs.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp

    DEPTH, WIDTH = 24, 512
    params = [jnp.ones((WIDTH, WIDTH)) for _ in range(DEPTH)]


    @jax.jit
    def apply(params, x):
        for w in params:
            x = x + jnp.tanh(x @ w)
        return x
    ```
    There is no automatic fix, because the layout of the parameters and of their checkpoints
    changes. By hand:
    ```python
    params = jnp.stack(params)


    @jax.jit
    def apply(params, x):
        def layer(x, w):
            return x + jnp.tanh(x @ w), None

        x, _ = jax.lax.scan(layer, x, params)
        return x
    ```
    In Flax Linen `nn.scan` (or `nn.remat_scan`) over the module does it, in Flax NNX and Equinox
    a `vmap` over the constructor and a scan over the result, in Haiku
    `hk.experimental.layer_stack`.

    It is for information: what compiling costs once is for the author to weigh.

    ## When to keep it
    Few layers, and places where the results of the layers are needed one by one. Layers that
    differ in their width, in their rate of dropout or in another argument are not reported, and
    neither are files that use a scan or `fori_loop` already.
    """

    code = "JOL204"
    summary = "A Python loop applies like layers one by one and is unrolled by jit"
    severity = Severity.INFO
    words = ("for ",)

    def visit_For(self, node: ast.For) -> None:
        found = layer_loop(self.facts, node)
        if found is None:
            return
        left = usual_turns(self.facts, node)
        many = left is not None and left.number >= _MANY
        self.report(
            node,
            f"jit unrolls this loop, which passes `{found.state}` through layers that are alike: "
            "compile time grows with their number",
            help="stack the parameters of the layers and apply one with `jax.lax.scan`",
            because=(*found.because, f"there are {left.number} of them" if left and many else ""),
            assumed=(*found.assumed, left.why if left and many else ""),
        )
