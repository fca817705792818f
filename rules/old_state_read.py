"""States of Equinox that are read after a new one was made of them."""

from __future__ import annotations

from jaxopt_lint.patterns.old_state_read import OldState, old_states
from jaxopt_lint.rule import Rule, Severity, each


class OldStateRead(Rule[OldState]):
    """A state of Equinox is read again after a layer has made a new one of it.

    ## Why is this bad?
    A layer with state, a `BatchNorm` say, takes an `eqx.nn.State` and gives a new one. What it has
    set a value of is empty from then on, so that no old numbers are used: the next layer that is
    given it raises `ValueError`, and so does what is compiled and returns it.

    ## Example
    ```python
    import equinox as eqx


    class Block(eqx.Module):
        first: eqx.nn.BatchNorm
        second: eqx.nn.BatchNorm

        def __call__(self, x, state):
            x, new_state = self.first(x, state)
            x, new_state = self.second(x, state)
            return x, new_state
    ```
    Give each layer what the one before has given: `self.second(x, new_state)`.

    ## When to keep it
    Never: it raises. A `BatchNorm` for inference alone sets nothing.
    """

    code = "JOL871"
    summary = "A state of Equinox is read after a new one was made of it"
    severity = Severity.ERROR
    words = ("equinox",)
    matches = each(old_states)

    def judge(self, found: OldState) -> None:
        text = found.node.id
        self.report(
            found,
            f"`{text}` is the old state: `{self.source(found.taken.func)}` has made a new one of "
            "it, and reading it raises ValueError",
            help="go on with the state that was given back",
            because=(f"the new one is made at {self.facts.at(found.taken)}",),
        )
