"""One update for each minibatch of a tuple of reshaped arrays, in a compiled function."""

import functools

import jax
import jax.numpy as jnp


def loss_fn(params, apply_fn, batch, clip):
    x, y = batch
    return jnp.clip((apply_fn(params, x) - y) ** 2, 0, clip).mean()


@functools.partial(jax.jit, static_argnums=(2,), donate_argnums=(0,))
def train_step(state, trajectories, size, *, clip):
    iterations = trajectories[0].shape[0] // size
    trajectories = jax.tree_util.tree_map(
        lambda x: x.reshape((iterations, size) + x.shape[1:]), trajectories
    )
    loss = 0.0
    for batch in zip(*trajectories):  # want: JOL202
        l, grads = jax.value_and_grad(loss_fn)(state.params, state.apply_fn, batch, clip)
        loss += l
        state = state.apply_gradients(grads=grads)
    return state, loss
