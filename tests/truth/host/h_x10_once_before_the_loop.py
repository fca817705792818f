"""The step to start from is fetched once, before the loop."""

import jax
import jax.numpy as jnp
from tqdm import trange


def run(state, loss_fn, dataset, total, every, save):
    @jax.jit
    def train_step(state, key, batch):
        key, drop = jax.random.split(key)
        loss, grads = jax.value_and_grad(loss_fn)(state.params, batch, drop)
        return state.apply_gradients(grads=grads), key, {"loss": jnp.mean(loss)}

    start = int(jax.device_get(state.step))
    if save:
        save(state)
    key = jax.random.key(0)
    counter = trange(start, total, ncols=0)
    for step, (batch, notes) in zip(counter, dataset):
        state, key, metrics = train_step(state, key, batch)
        if step % every == 0:
            row = {"step": step}
            row.update(metrics)
            row.update(notes)
            row = jax.device_get(row)
            print(row)
    return state
