"""Calls that only give a result, which nobody takes."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import tracing
from jaxopt_lint.semantics.jax.expected import raises_meant
from jaxopt_lint.semantics.subjects.purity.results import Pure, pure_call
from jaxopt_lint.semantics.subjects.transfer.timers import is_timed


class DiscardedArrayResult(Rule[ast.Call]):
    """A call that changes nothing and only gives a result stands alone: the result is lost.

    ## Why is this bad?
    Arrays of JAX never change: `x.at[i].set(v)` gives a new array and leaves `x` as it was, and so
    do `state.replace(step=1)` of a dataclass, `optax.apply_updates` and every function of
    `jax.numpy`. `jax.device_put(state, host)` gives a copy and leaves `state` where it is, and
    `jax.checkpoint(block)` gives another function and leaves `block` what it is. As a statement
    of its own such a call does nothing but cost time, while it reads as if it did something:
    gradients are not stopped, returns are not filled in, the state is the old one. Under `jax.jit`
    the compiler drops it without a word.

    ## Example
    ```python
    import jax.numpy as jnp


    def returns(rewards):
        out = jnp.zeros_like(rewards)
        for step in range(10):
            out.at[step].set(rewards[step] * 0.9)
        return out
    ```
    Store the result: `out = out.at[step].set(...)`; or remove the line.

    ## When to keep it
    Calls that are made for an error that they raise, that are timed, or that only use constants,
    to wake the device up, are not reported. `replace` is taken for that of a dataclass where it is
    given keywords only. Where all that it is given are fields of that object, whose items were
    stored in place before, nothing is lost, and that is for information. `equinox.error_if` raises
    at once outside of compiled code: where nothing is seen to trace it, it is for information, too.
    """

    code = "JOL806"
    summary = "The result of a call that does nothing else is lost"
    words = (".at[", "jnp.", "jax", "optax", "replace(", "equinox", "flax")

    def visit_Expr(self, node: ast.Expr) -> None:
        call = node.value
        pure = pure_call(self.facts, call) if isinstance(call, ast.Call) else None
        if pure is None or not isinstance(call, ast.Call):
            return
        if pure.timed and is_timed(self.facts, call):
            self.facts.doubt(call, "{} may be run for the time that it takes", call)
            return
        if raises_meant(self.facts, call):
            self.facts.doubt(call, "an error of {} may be what is waited for", call)
            return
        if pure.check and tracing(self.facts).staged(self.facts.module.function(call)) is None:
            self.report(
                call,
                f"`{pure.name}` checks nothing in compiled code where its result is not used: "
                "only outside of it, it raises at once",
                help="use what it gives, if this is ever traced",
                severity=Severity.INFO,
            )
            return
        self.report(
            call,
            self._said(pure),
            help=f"store it (`{pure.stored} = ...`), or remove the line"
            if pure.stored
            else "use what it gives, or remove the line",
            severity=Severity.INFO if pure.there else None,
            assumed=(pure.assumed,),
        )

    def _said(self, pure: Pure) -> str:
        if pure.stored:
            return (
                f"`{pure.name}` gives a new value and leaves `{pure.stored}` as it was: the result "
                "is lost"
            )
        return f"`{pure.name}` does nothing but give a result, which is lost"
