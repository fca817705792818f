"""Values are fetched behind `step % n`."""

import jax
import jax.numpy as jnp
import wandb


@jax.jit
def step_fn(state, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(state)
    return state - 0.1 * grads, {"g_loss": loss, "d_loss": loss**2}


def fit(loader, state, epochs, config):
    step = 0
    for _ in range(epochs):
        for batch in loader:
            state, metrics = step_fn(state, batch)
            if step % config.log_every == 0:
                if config.wandb:
                    wandb.log({"g": jnp.mean(metrics["g_loss"]).item()}, step=step, commit=False)
                    wandb.log({"d": jnp.mean(metrics["d_loss"]).item()}, step=step)
            step += 1
    return state
