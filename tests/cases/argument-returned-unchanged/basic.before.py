# not executed: there is no fix
"""Evaluations that give the state back."""

from functools import partial

import jax
import jax.numpy as jnp
import optax


@jax.jit
def evaluate(state, batch):
    logits = state.apply_fn({"params": state.params}, batch["x"])
    loss = optax.softmax_cross_entropy_with_integer_labels(logits, batch["y"]).mean()
    return state, {"loss": loss}  # want: JOL321 "returns `state` as it came"


def score(model, params, batch):
    logits = model.apply(params, batch["x"])
    if batch["y"] is None:
        return params, jnp.max(logits)  # want: JOL321 "each call copies all of it"
    return params, jnp.mean(logits[batch["y"]])


def scores(model, params, loader):
    step = jax.jit(score, static_argnums=0)
    return [step(model, params, batch)[1] for batch in loader]


def measure(distributed, state, batch):
    logits = state.apply_fn(state.params, batch)
    if distributed:
        logits = jax.lax.pmean(logits, "data")
    return state, logits.mean()  # want: JOL321 "`measure`"


parallel = jax.pmap(partial(measure, True), axis_name="data")
