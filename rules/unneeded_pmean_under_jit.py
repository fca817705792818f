"""Collectives by axis name where there is no named axis."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.jax.ways import called
from jaxopt_lint.semantics.subjects.devices.misnamed import misnamed, on_devices


class UnneededPmeanUnderJit(Rule[ast.AST]):
    """A collective by axis name stands in code that runs under plain `jax.jit`.

    ## Why is this bad?
    `jax.jit` has no named axes, not even under `jax.set_mesh`: `jax.lax.pmean` and its kin raise
    `NameError: unbound axis name` when the function is traced. It is what stays behind when
    `jax.pmap` is replaced by `jax.jit` with shardings. There the arrays are global already: a mean
    over the batch is a mean over all devices, and the collective has nothing to do.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def step(params, batch):
        grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        return params - 0.1 * jax.lax.pmean(grads, "batch")


    fast_step = jax.jit(step)
    print(fast_step(jnp.ones(3), jnp.ones((8, 3))))
    ```
    Drop the collective, or run the function under `jax.shard_map`.

    ## When to keep it
    Never where it is reported: every way to the code is known, and none has a named axis.
    Functions that somebody else may run under `jax.pmap` are left out.
    """

    code = "JOL610"
    summary = "A collective by axis name stands in code that runs under plain `jax.jit`"
    severity = Severity.ERROR
    words = ("lax.p", "lax.a", "psum", "pmean", "axis_index", "all_gather", "jax.lax")

    def visit_Call(self, node: ast.Call) -> None:
        wrong = misnamed(self.facts).get(node)
        if wrong is None or wrong.known or on_devices(wrong.way):
            return
        facts = self.facts
        jits = [w for w in wrong.way.wraps if w.transform.kind == "jit"]
        self.report(
            node,
            f"`{facts.module.source(node.func)}` over `{wrong.axis}` has no such axis here: "
            "no `pmap` or `shard_map` is around it, and it raises NameError when it is traced",
            help="drop it: under `jax.jit` the arrays are global, or use `jax.shard_map`",
            because=tuple(f"{tracing(facts).verb(w)} at {facts.at(w.site)}" for w in jits),
            assumed=tuple(
                f"{called(r)} does not itself run under a named axis" for r in wrong.roots
            ),
        )
