"""Attributes of `self` that a jitted method compiles in as constants."""

from __future__ import annotations

from jaxopt_lint.patterns.state_baked_into_jit import Baked, baked_state
from jaxopt_lint.rule import Rule, Severity, each


class StateBakedIntoJit(Rule[Baked]):
    """A method that is jitted with `self` fixed reads state that changes, or a model's weights.

    ## Why is this bad?
    With `static_argnums=0` on `self`, or `jax.jit(self.method)`, JAX sees the object as one
    constant, by identity. Every attribute that the method reads is compiled in as it was on the
    first call: a later change has no effect, and no error says so. Weights that are read this way
    are copied into the compiled code, which makes it large and slow to compile.

    ## Example
    ```python
    from functools import partial

    import jax
    import jax.numpy as jnp


    class Sampler:
        def __init__(self):
            self.temperature = 1.0

        def cool(self):
            self.temperature = self.temperature * 0.9

        @partial(jax.jit, static_argnums=0)
        def probabilities(self, logits):
            return jax.nn.softmax(logits / self.temperature)
    ```
    Pass the state as an argument, `probabilities(logits, temperature)`; then it is traced and
    always current.

    ## When to keep it
    Where the state is only set before the first call: what no code here is seen to store after
    it is of severity info, and so are weights that nothing stores anew. Attributes that are set
    while the object is made, classes that define `__hash__` or are dataclasses (a change compiles
    anew), and modules of Flax, Haiku and Equinox are not reported, but for those of NNX, which hold
    their weights themselves; nor are reads that only ask of what kind or shape something is, or
    whether it is there, where that is None at first and what a call makes later.
    """

    code = "JOL112"
    summary = "A method that is jitted with `self` fixed reads state that changes"
    words = ("jit", "pmap")
    matches = each(baked_state)

    def judge(self, found: Baked) -> None:
        where = f"`{found.method}`"
        if found.caller:
            where = f"the compiled `{found.caller}` leads to {where}, which"
        if found.network:
            self.report(
                found,
                f"{where} compiles the weights of `self` in as constants: large code, a long "
                "compilation, and no update is seen",
                help="compile it with `nnx.jit`, which takes `self` as an argument",
                severity=Severity.INFO,
                because=(f"`jax.jit` takes a static `self` by identity ({found.why})",),
            )
        elif found.writer:
            self.report(
                found,
                f"{where} compiles `self.{found.attribute}` in as a constant: what "
                f"`{found.writer}` stores there later has no effect",
                help=f"pass `{found.attribute}` as an argument",
                severity=None if found.later else Severity.INFO,
                assumed=(
                    "" if found.later else f"`{found.writer}` also runs after the first call",
                ),
            )
        else:
            self.report(
                found,
                f"{where} compiles the arrays of `self.{found.attribute}` in as "
                "constants: large code, a long compilation, and no update is seen",
                help=f"pass `{found.attribute}` as an argument",
                severity=Severity.INFO,
            )
