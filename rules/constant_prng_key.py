"""Random keys that are the same in every turn or call."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.constant_prng_key import ConstantKey, constant_keys
from jaxopt_lint.rule import Rule, Severity, each
from jaxopt_lint.semantics.jax.basics import tracing
from jaxopt_lint.semantics.subjects.keys.streams import STREAMS


class ConstantPrngKey(Rule[ConstantKey]):
    """Code that runs again and again draws from a key of a fixed seed.

    ## Why is this bad?
    `jax.random.key(0)` is a value, not a generator: whoever draws from it gets the same numbers,
    each time. Where it is made in the body of a loop, in a step that a loop calls, or where a
    function reads a key from the top of its module, noise, masks and samples are the same in every
    turn, and nothing fails. Under `jax.jit` it cannot be otherwise: the key is a constant of the
    compiled code. An `nnx.Rngs(0)` that is made in a call is such a key, too: its streams begin
    anew each time.

    A key of a loop's counter, `jax.random.key(step)`, is another one each turn, but every run of
    the program draws the same numbers, whatever its seed; and two loops share theirs.

    ## Example
    ```python
    import jax


    def train(x, steps):
        for step in range(steps):
            key = jax.random.key(0)
            x = x + 0.1 * jax.random.normal(key, x.shape)
        return x
    ```
    Make the key once, before the loop, and split it (`key, draw = jax.random.split(key)`) or fold
    the counter into it (`jax.random.fold_in(key, step)`); hand functions the key that they draw
    from.

    ## When to keep it
    Where the same numbers are wanted each time, as common random numbers are. What is known to run
    once, tests, code that measures time, and draws that only tell a model what it will be given
    are not reported. In a loop on the host, or where nothing is seen to call a compiled function
    again, the finding is for information only. So is a key that a network gets in a stream, where
    it is neither told to draw (`train=True`) nor trained; and so are a key of the counter and a
    seed that a function on the host writes out: points to compare may be meant to stay.
    """

    code = "JOL805"
    summary = "A key of a fixed seed gives the same random numbers every time"
    words = ("random", "Rngs")
    matches = each(constant_keys)

    def judge(self, found: ConstantKey) -> None:
        if found.counter:
            message = (
                f"`{found.made}` is made of the counter alone: every run of the program draws the "
                "same numbers, whatever its seed"
            )
            help = f"fold it into the key of the run: `jax.random.fold_in(key, {found.counter})`"
        elif found.again == "restart":
            message = (
                f"`{found.made}` sets `{found.where}` back: the turns of the loop that follow draw "
                "the same numbers as those after the last time"
            )
            help = "give it a name of its own, so that the loop goes on with the key that it has"
        elif found.again == "turn":
            message = f"`{found.made}` is the same key in every turn: all of them draw the same"
            help = "make the key once, before the loop, and split it or fold the counter in"
        else:
            key = self.source(found.node)
            what = f"`{key}`" if key == found.made else f"`{key}`, made by `{found.made}`,"
            message = (
                f"{what} is the same key in every run of `{found.where}`: all of them draw the same"
            )
            help = "take the key as an argument, and give another one each time"
            if self.facts.names.call(found.node) == STREAMS:
                message = (
                    f"`{found.made}` begins its streams anew in every run of `{found.where}`: all "
                    "of them draw the same"
                )
                help = "make it once, and keep it on the module or take it as an argument"
        # A loop on the host that draws the same each time often means to.
        called = found.certain and found.again != "turn"
        severity = None if called and not self._may_be_meant(found) else Severity.INFO
        self.report(found, message, help=help, severity=severity)

    def _may_be_meant(self, found: ConstantKey) -> bool:
        """Whether a function on the host writes a seed of its own out, and so draws the same each
        time: points to plot, one example."""
        made = found.node if found.again not in ("turn", "restart") else None
        written = isinstance(made, ast.Call) and [isinstance(a, ast.Constant) for a in made.args]
        if not written or not all(written) or self.facts.names.call(made) == STREAMS:
            return False
        return tracing(self.facts).staged(self.facts.module.function(found.node)) is None
