"""JOL117: jitted functions that a loop has made anew on each iteration."""

from __future__ import annotations

from jaxopt_lint.patterns.compiled_each_turn import CompiledEachTurn, jitted_each_turn
from jaxopt_lint.rule import Rule, Severity, each


class JitFactoryInLoop(Rule[CompiledEachTurn]):
    """A loop calls a function that makes and jits another one, and runs what it gets.

    ## Why is this slow?
    JAX finds compiled code by the identity of the function. What a maker defines and returns is a
    new function at each call, so that every iteration of the loop traces and compiles it again;
    the arrays that it takes from around it are copied into the code each time as well.

    The same holds of a lambda of the loop that is handed to a function which jits what it is given,
    and of what a `vmap` or a gradient on the host comes to.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def make_sampler(columns):
        @jax.jit
        def sample(key):
            return columns @ jax.random.normal(key, columns.shape[1:])

        return sample


    def samples(factor, keys):
        total = 0.0
        for i, columns in enumerate(jnp.split(factor, 20, axis=1)):
            sample = make_sampler(columns)
            total += float(sample(keys[i]).max())
        return total
    ```
    Make it once, in front of the loop, and give it what changes as an argument:
    `sample(keys[i], columns)`.

    ## When to keep it
    Where each iteration really needs another program. Where what is compiled calls functions, or
    reads attributes of objects, that may be others each time, where a loop within runs it many
    times and the loop around has less than a hundred turns, where a test lets it through, and where
    nothing shows that nobody traces the loop, it is for information only.
    """

    code = "JOL117"
    summary = "A loop runs what a function makes and jits anew on every iteration"
    words = ("for", "while")
    matches = each(jitted_each_turn)

    def judge(self, found: CompiledEachTurn) -> None:
        made = f"`{found.made}`" if found.made.isidentifier() else found.made
        place = f" at {found.where}" if found.where else ""
        self.report(
            found,
            f"`{found.name}` of {made}{place} compiles again on every iteration of the loop at "
            f"{self.facts.at(found.loop)}, which has it made anew each time",
            help="make it once, in front of the loop, and give it what changes as an argument",
            severity=Severity.INFO if found.guarded else None,
        )
