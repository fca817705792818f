"""Calls for debugging that were left in compiled code."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.debug_print_left import debug_calls, named_for_it
from jaxopt_lint.rule import Rule, Severity


class DebugPrintLeft(Rule[ast.Call]):
    """`jax.debug.print`, `jax.debug.breakpoint`, or a callback that only prints, in a step.

    ## Why is this slow?
    What is printed leaves the device on every call, and the compiler has to keep the value that it
    could have fused away. Programs that call back to the host are not kept in the persistent
    compilation cache either. `jax.debug.breakpoint` stops the program.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def train_step(params, batch):
        loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        jax.debug.print("loss {}", loss)
        return params - 0.1 * grads, loss
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def train_step(params, batch):
        loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        return params - 0.1 * grads, loss
    ```

    ## Fix safety
    No value changes, but the output is gone: the fix asks first.

    ## When to keep it
    This rule is off unless it is selected: while you debug, such calls are right. Calls behind an
    `if` and in a branch of `jax.lax.cond` are not reported, nor are callbacks that record
    something. In a function that is named for it (`debug`, `print`, `log`, ...) the finding is
    less sure.
    """

    code = "JOL408"
    summary = "A call for debugging is left in compiled code"
    severity = Severity.INFO
    default = False
    fix = "no-debug-call"
    words = ("debug",)

    def visit_Call(self, node: ast.Call) -> None:
        why = debug_calls(self.facts).get(node)
        if why is None:
            return
        name = self.source(node.func)
        stops = self.facts.names.call(node) == "jax.debug.breakpoint"
        cost = "stops the program" if stops else "sends values to the host"
        inside = self.facts.module.qualname(node).rpartition(".")[2]
        self.report(
            node,
            f"`{name}` {cost} on every call of `{inside}`",
            help="remove it, or put it behind a flag",
            because=(why,),
            assumed=tuple(
                f"`{function}` is not there to debug, whatever its name says"
                for function in named_for_it(self.facts, node)
            ),
        )
