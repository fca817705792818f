"""A trainer that maps its step over the devices: replicated state, stacked batches."""

import functools

import jax
from flax import jax_utils


def train_step(state, batch, *, network, loss_fn):
    def training_loss(params):
        out = network.apply({"params": params, **state.statistics}, batch["x"])
        return loss_fn(out, batch)

    loss, grads = jax.value_and_grad(training_loss)(state.params)
    grads = jax.lax.pmean(grads, axis_name="batch")
    return state.apply_gradients(grads=grads), {"loss": loss}


def train(state, model, dataset, steps, every):
    state = jax_utils.replicate(state)
    p_step = jax.pmap(  # want: JOL602
        functools.partial(train_step, network=model.network, loss_fn=model.loss),
        axis_name="batch",
        donate_argnums=(0, 1),
    )
    rows = []
    for step in range(steps):
        state, metrics = p_step(state, next(dataset))
        rows.append(metrics)
        if step % every == 0:
            print(jax.device_get(jax_utils.unreplicate(rows)))
    return jax_utils.unreplicate(state)
