"""Gradients that cannot be taken."""

from __future__ import annotations

from collections.abc import Iterator

from jaxopt_lint.patterns.flat_gradient import Flat, flat_gradients
from jaxopt_lint.patterns.gradient_through_while import ThroughWhile, through_while
from jaxopt_lint.patterns.undefined_gradient import Undefined, undefined_gradients
from jaxopt_lint.rule import Rule, Severity


class UndefinedGradient(Rule[Undefined | ThroughWhile | Flat]):
    """A gradient is taken of an array, by whole numbers, or through a `while_loop` or steps.

    ## Why is this bad?
    `jax.grad` takes the gradient of one number. A function that gives an array, a loss of each
    example that nobody has averaged say, raises `TypeError`. By whole numbers there is no gradient:
    `jax.grad(f)(3)` raises as well, and so does one by `jnp.arange(3)`. The way back through
    `jax.lax.while_loop` needs what each turn computed, for which nobody knows the room: it raises,
    and so does a `fori_loop` whose number of turns is traced. Behind `jnp.argmax` and `jnp.round`
    a value moves in steps: its gradient is 0, without a word.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def errors(w, x):
        return (x @ w - 1.0) ** 2


    slope = jax.grad(errors)(jnp.zeros(3), jnp.ones((8, 3)))
    ```
    Average them: `return jnp.mean((x @ w - 1.0) ** 2)`. One gradient for each example is
    `jax.vmap(jax.grad(error), in_axes=(None, 0))`. A loop of a known number of turns is a `scan`;
    for a fixed point there is the implicit derivative, by `jax.custom_vjp`.

    ## When to keep it
    Never: it raises.
    """

    code = "JOL509"
    summary = "A gradient is taken of what has none"
    severity = Severity.ERROR
    words = ("grad",)

    def matches(self) -> Iterator[Undefined | ThroughWhile | Flat]:
        yield from undefined_gradients(self.facts)
        yield from through_while(self.facts)
        yield from flat_gradients(self.facts)

    def judge(self, found: Undefined | ThroughWhile | Flat) -> None:
        if isinstance(found, Undefined):
            self.report(found, found.message, help=found.help, because=(found.because,))
            return
        if isinstance(found, Flat):
            self.report(
                found,
                f"`{found.name}` changes in steps: behind `{self.source(found.node.func)}` the "
                "gradient is 0 everywhere",
                severity=Severity.WARNING,
                help="take a smooth loss, or let the gradient pass: "
                "`x + jax.lax.stop_gradient(jnp.round(x) - x)`",
                because=(f"it is differentiated at {self.facts.at(found.site)}",),
            )
            return
        loop = self.source(found.loop.func)
        where = (
            f"at {self.facts.at(found.site)} goes back through this `{loop}`"
            if found.node is found.loop
            else f"goes back through the `{loop}` at {self.facts.at(found.loop)}, whose number of "
            "turns is traced"
        )
        self.report(
            found,
            f"the gradient {where}, which has no way back: it raises ValueError",
            help="use `jax.lax.scan`, or a `fori_loop` with a static number of turns",
        )
