"""Callbacks that are not what `jax.pure_callback` takes them for."""

from __future__ import annotations

from jaxopt_lint.patterns.impure_callback import Misused, misused_callbacks
from jaxopt_lint.rule import Rule, each


class ImpureCallback(Rule[Misused]):
    """A callback of `jax.pure_callback` has effects, calls JAX, or is transformed without a rule.

    What other callbacks run (`io_callback`, `jax.debug.callback`) may have effects; that it calls
    JAX is told for information.

    ## Why is this bad?
    A pure callback is a function of its arguments and nothing else: the compiler may drop it, run
    it twice, or in another order, so that what it writes down is not what happened. It runs while
    the device waits, and work that it hands to the device in turn may wait for that forever. It
    has no gradient, and under `jax.vmap` it has to say how it is mapped; without it raises.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp

    seen = []


    def record(x):
        seen.append(float(x))
        return x


    @jax.jit
    def step(x):
        return jax.pure_callback(record, jax.ShapeDtypeStruct((), jnp.float32), x)
    ```
    Use `jax.experimental.io_callback` for effects, `jax.debug.callback` to look on, NumPy inside,
    `vmap_method=`, and `jax.custom_jvp` for a gradient.

    ## When to keep it
    A cache of what was computed is no effect that matters.
    """

    code = "JOL836"
    summary = "A pure callback has effects, calls JAX, or lacks a rule"
    words = ("pure_callback", "io_callback", "debug", "host_callback")
    matches = each(misused_callbacks)

    def judge(self, found: Misused) -> None:
        self.report(found, found.message, help=found.help, severity=found.severity)
