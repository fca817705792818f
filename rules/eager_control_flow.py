"""JOL115: control flow of JAX outside of jit, of functions that are made anew."""

from __future__ import annotations

from jaxopt_lint.patterns.compiled_each_turn import CompiledEachTurn, compiled_each_turn
from jaxopt_lint.rule import Rule, Severity, each


class EagerControlFlow(Rule[CompiledEachTurn]):
    """A loop runs `jax.lax.scan`, `cond` or their kin outside of `jax.jit`, and compiles each turn.

    ## Why is this slow?
    `scan`, `while_loop`, `fori_loop`, `cond`, `switch` and `map` compile what they are given, even
    where nothing else is compiled, and JAX finds that again by the identity of the functions. A
    lambda, a method (`self.step` binds it anew), a `partial` that is made there, or a function that
    is defined on the way, is a new one each time, so that every turn traces and compiles again:
    tens of milliseconds for a body of one line, seconds for a network.
    `jax.lax.map` makes such a function itself. In a function under `jax.jit` all of it is compiled
    once.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def discounted(rewards, gamma):
        def step(total, reward):
            total = reward + gamma * total
            return total, total

        _, out = jax.lax.scan(step, jnp.zeros(()), rewards, reverse=True)
        return out


    def train(episodes):
        for rewards in episodes:
            print(float(discounted(rewards, 0.9)[0]))
    ```

    Better, `discounted` is compiled by `jax.jit`, once, and only run in the loop.

    ## When to keep it
    Where the loop has a few turns. It is reported where the code around the loop waits for the
    device, or the module itself runs it, so that nobody traces it; for information only where a
    test in the loop lets it through.
    """

    code = "JOL115"
    summary = "A loop compiles control flow on every iteration, outside of `jax.jit`"
    weighed_by_runs = True
    words = ("for", "while")
    matches = each(compiled_each_turn)

    def judge(self, found: CompiledEachTurn) -> None:
        shown = f"`{found.name}`" + (f" at {found.where}" if found.where else "")
        made = f"`{found.made}`" if found.made.isidentifier() else found.made
        new = f"{made} is a new function each time" if found.made else "it is given a new function"
        self.report(
            found,
            f"the loop at {self.facts.at(found.loop)} runs {shown} outside of `jax.jit`, which "
            f"compiles it again on every iteration: {new}",
            help="call it in a function under `jax.jit` that is made once, outside of the loop",
            severity=Severity.INFO if found.guarded else None,
            because=("the loop waits for the device, or a script runs it: nothing traces it",),
        )
