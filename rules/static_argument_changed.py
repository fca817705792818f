"""Static arguments whose attributes change after they were compiled in."""

from __future__ import annotations

from jaxopt_lint.patterns.static_argument_changed import Changed, changed_statics
from jaxopt_lint.rule import Rule, each


class StaticArgumentChanged(Rule[Changed]):
    """An attribute of a static argument is stored between the calls of a compiled function.

    ## Why is this bad?
    A static argument is a constant of the compiled code. Functions and most objects are hashed by
    identity, so that a change of what they hold is no other argument: the code that was compiled
    for the first call runs on, with the attribute as it was then. A weight that is annealed so, or
    a rate that is lowered, stays what it was, and nothing fails. A method that is compiled with
    `self` static is such a function of its object: after `sampler.temperature = 0.5`, it still
    samples as before.

    ## Example
    ```python
    from functools import partial

    import jax


    class Settings:
        weight = 1.0


    @partial(jax.jit, static_argnames="settings")
    def step(x, settings):
        return x - settings.weight * x


    def train(x, settings):
        for turn in range(100):
            x = step(x, settings)
            settings.weight = 0.9 * settings.weight
        return x
    ```
    Give it by itself, as an argument that is traced: `step(x, weight)`.

    ## When to keep it
    Where compiled code does not read the attribute. Objects of classes that say how they are
    compared or hashed are not reported, nor are stores that no call follows.
    """

    code = "JOL121"
    summary = "An attribute of a static argument changes after it was compiled in"
    words = ("static_arg",)
    matches = each(changed_statics)

    def judge(self, found: Changed) -> None:
        text = self.source(found.node)
        self.report(
            found,
            f"`{text}` changes, and `{self.source(found.call.func)}`, which is given "
            f"`{self.source(found.node.value)}` as a static argument, does not see it: it was "
            "compiled with the first value",
            help="pass the value as an argument of its own, which is traced",
            because=(
                found.why,
                f"it is read at {self.facts.at(found.reader)}" if found.reader else "",
            ),
            assumed=() if found.reader else ("compiled code reads it",),
        )
