"""Predictions of models that are still in training mode."""

from __future__ import annotations

from collections.abc import Iterator

from jaxopt_lint.patterns.left_in_evaluation_mode import NoLongerTraining, no_longer_training
from jaxopt_lint.patterns.left_in_training_mode import StillTraining, still_training
from jaxopt_lint.patterns.schedule_free import AtTrainingPoint, training_points
from jaxopt_lint.rule import Rule


class LeftInTrainingMode(Rule[StillTraining | NoLongerTraining | AtTrainingPoint]):
    """A model with dropout or batch norms predicts, and was not put in evaluation mode.

    ## Why is this bad?
    A module of Flax NNX is in training mode until `model.eval()` says otherwise: its dropout drops,
    and its batch norms take the statistics of the batch at hand and change their own by it. The
    predictions are random, depend on what else is in the batch, and are worse than the model is. In
    Linen the same happens where the pass is told to train. Where a loop calls `model.eval()` and
    nothing calls `model.train()`, it goes the other way: from the second turn on it trains without
    dropout, and the statistics stay as they are. Schedule-free optimizers of Optax keep
    two sets of parameters: what they train with is not the average that has learned.

    ## Example
    ```python
    import jax.numpy as jnp
    import optax
    from flax import nnx


    class Net(nnx.Module):
        def __init__(self, rngs):
            self.hidden = nnx.Linear(4, 16, rngs=rngs)
            self.dropout = nnx.Dropout(0.5, rngs=rngs)

        def __call__(self, x):
            return self.dropout(self.hidden(x))


    @nnx.jit
    def step(model, optimizer, x):
        grads = nnx.grad(lambda m: jnp.mean(m(x) ** 2))(model)
        optimizer.update(model, grads)


    model = Net(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
    for _ in range(100):
        step(model, optimizer, jnp.ones((8, 4)))
    predictions = model(jnp.ones((2, 4)))
    ```
    Call `model.eval()` before the predictions, and `model.train()` before it is trained again.

    ## When to keep it
    Where dropout is meant to draw, to see how sure the model is. Files that speak of another mode
    anywhere, or of `schedule_free_eval_params`, are not reported.
    """

    code = "JOL832"
    summary = "A model predicts in training mode"
    words = ("flax", "schedule_free")

    def matches(self) -> Iterator[StillTraining | NoLongerTraining | AtTrainingPoint]:
        yield from still_training(self.facts)
        yield from no_longer_training(self.facts)
        yield from training_points(self.facts)

    def judge(self, found: StillTraining | NoLongerTraining | AtTrainingPoint) -> None:
        if isinstance(found, NoLongerTraining):
            self._no_longer(found)
            return
        if isinstance(found, AtTrainingPoint):
            text = self.source(found.params)
            self.report(
                found,
                f"`{text}` are the parameters that a schedule-free optimizer trains with, and not "
                "their average, which it is that learns",
                help=f"`optax.contrib.schedule_free_eval_params(state, {text})`, with the state of "
                "the optimizer",
                because=(f"the optimizer is made at {self.facts.at(found.optimizer)}",),
                assumed=("what is asked behind the training is a measure of it",),
            )
            return
        self.report(
            found,
            f"`{found.model}` is in training mode here: its `{found.kind}` "
            + (
                "drops at random"
                if found.kind == "Dropout"
                else "goes by the batch"
                + (", and changes its statistics" if found.nnx else ", and not by its statistics")
            ),
            help="call `.eval()` of the model before it predicts"
            if found.nnx
            else "tell it not to train",
            because=(f"the layer is made at {self.facts.at(found.layer)}",),
            assumed=("what nothing differentiates is a prediction",),
        )

    def _no_longer(self, found: NoLongerTraining) -> None:
        model = self.source(found.node.func).removesuffix(".eval")
        self.report(
            found,
            f"`{model}` is never put back in training mode: from the second turn of the loop on,"
            f" `{self.source(found.step.func)}` trains it, its `{found.kind}` for evaluation",
            help=f"call `{model}.train()` before it is trained again",
            because=(
                f"it is trained at {self.facts.at(found.step)}, in the same loop",
                f"the layer is made at {self.facts.at(found.layer)}",
            ),
        )
