"""A step mapped over the devices through a bare `partial`."""

import functools

import flax
import jax
import jax.numpy as jnp


def train_step(state, batch):
    def loss_fn(params):
        out, stats = state.apply_fn(
            {"params": params, "stats": state.stats}, batch["image"], mutable=["stats"]
        )
        return jnp.mean((out - batch["label"]) ** 2), stats

    (loss, stats), grads = jax.value_and_grad(loss_fn, has_aux=True)(state.params)
    grads = jax.lax.pmean(grads, axis_name="batch")
    new_state = state.apply_gradients(grads=grads, stats=stats["stats"])
    return new_state, {"loss": loss}


def fit(state, loader, epochs, every):
    state = flax.jax_utils.replicate(state)
    p_train_step = jax.pmap(functools.partial(train_step), axis_name="batch")  # want: JOL301
    step = 0
    for _ in range(epochs):
        for image, label in loader:
            state, metrics = p_train_step(state, {"image": image, "label": label})
            if step % every == 0:
                print(flax.jax_utils.unreplicate(metrics))
            step += 1
    return state
