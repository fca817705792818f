"""Methods that override a compiled one and are not compiled themselves."""

from __future__ import annotations

from jaxopt_lint.patterns.jit_lost_in_override import LostJit, lost_jits
from jaxopt_lint.rule import Rule, Severity, each


class JitLostInOverride(Rule[LostJit]):
    """A method overrides one that is decorated with `jax.jit`, and has no such decorator.

    ## Why is this slow?
    A decorator is not inherited: the method of the derived class runs as it is written, and hands
    each operation to the device by itself. The forward pass of a small ResNet is some hundred of
    them, of 10 to 100 microseconds each on the host alone, and XLA fuses nothing.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    class Agent:
        @jax.jit
        def metrics(self, batch):
            return {}


    class Cloning(Agent):
        def metrics(self, batch):
            actions = self.state.apply_fn({"params": self.state.params}, batch["x"])
            return {"mse": jnp.mean((actions - batch["actions"]) ** 2)}
    ```
    Decorate it in the same way as the other.

    ## When to keep it
    Where it does something that cannot be compiled, or is compiled by who calls it. A method that
    only calls what is compiled, or that traced code calls, is not reported.
    """

    code = "JOL133"
    summary = "A method that overrides a compiled one is not compiled"
    severity = Severity.INFO
    words = ("class",)
    matches = each(lost_jits)

    def judge(self, found: LostJit) -> None:
        name = found.node.name
        what = "runs a network" if found.network else "computes"
        self.report(
            found,
            f"`{name}` {what} operation by operation: the one of `{found.base}` that it overrides "
            "is decorated with `jax.jit`, and a decorator is not inherited",
            help="decorate it as the other is",
            assumed=("nothing compiles what calls it",),
        )
