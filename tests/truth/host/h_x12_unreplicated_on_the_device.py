"""`unreplicate` slices on the device; nothing is fetched."""

import functools

import jax
from flax import jax_utils


def train_step(state, batch, *, network):
    def loss_fn(params):
        return (network.apply({"params": params}, batch["x"]) ** 2).mean()

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    state = state.apply_gradients(grads=jax.lax.pmean(grads, "batch"))
    return state, {"loss": loss}, {"rate": state.step}


def train(state, network, dataset, writer, total, every, hooks):
    p_step = jax.pmap(
        functools.partial(train_step, network=network), axis_name="batch", donate_argnums=(0, 1)
    )
    metrics_of, logs_of = [], []
    for step in range(1, total + 1):
        batch = next(dataset.train_iter)
        state, metrics, logs = p_step(state, batch)
        metrics_of.append(metrics)
        logs = jax.tree_util.tree_map(jax_utils.unreplicate, logs)
        logs_of.append(logs)
        for hook in hooks:
            hook(step)
        if (step % every == 1) or (step == total):
            writer.write(step, jax.device_get(metrics_of), jax.device_get(logs_of))
            metrics_of, logs_of = [], []
    return state
