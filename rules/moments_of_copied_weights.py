"""Optimizers that keep moments for copies of weights, as target networks are."""

from __future__ import annotations

from jaxopt_lint.patterns.moments_of_copied_weights import CopiedWeights, copied_weights
from jaxopt_lint.rule import Rule, Severity, each


class MomentsOfCopiedWeights(Rule[CopiedWeights]):
    """An optimizer is made for a tree of which a part is a copy that no gradient trains.

    ## Why is this slow?
    `optax.adam` keeps two moments for every weight that it is initialized with. A target network
    that stands in the same tree as the trained ones gets them, too, and in every step a gradient of
    zeros, two new moments and an update, which the moving average overwrites. With a target for
    every critic that is up to half of the memory and of the work of the optimizer. Weight decay
    would even shrink it.

    ## Example
    ```python
    import optax


    def create(State, model, params):
        state = State.create(model, params, tx=optax.adam(3e-4))
        params = state.params
        params["target_value"] = params["value"]
        return state


    def follow(state, tau):
        new, old = state.params["value"], state.params["target_value"]
        state.params["target_value"] = optax.incremental_update(new, old, tau)
    ```
    Keep the copy in a field of its own, `target_params`, or leave it out by `optax.masked` or
    `optax.multi_transform` with `optax.set_to_zero`.

    ## When to keep it
    For small networks. What nothing in the file writes beside the optimizer is not reported: it may
    be trained after it began as a copy.
    """

    code = "JOL322"
    summary = "An optimizer keeps moments for a copy of weights that it does not train"
    severity = Severity.INFO
    words = ("optax",)
    matches = each(copied_weights)

    def judge(self, found: CopiedWeights) -> None:
        part = self.source(found.node)
        self.report(
            found,
            f"`{part}` is a copy of `{self.source(found.source)}`, and `optax.{found.optimizer}` "
            "keeps moments for it as well: it gets gradients of zeros, and updates that are "
            "overwritten",
            help="keep the copy in a field of its own, or leave it out by `optax.masked`",
            because=(
                f"the optimizer is made for all of it at {self.facts.at(found.made)}",
                f"it is written anew at {self.facts.at(found.renewed)}",
            ),
            assumed=("no gradient reaches it",),
        )
