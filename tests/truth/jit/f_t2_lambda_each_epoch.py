"""At the end of each epoch a running mean is synchronised by a new lambda."""

import jax
import jax.numpy as jnp


def fit(loader, p_step, state, epochs, log_every):
    path_mean = jnp.zeros((jax.local_device_count(),))
    step = 0
    for epoch in range(epochs):
        for batch in loader:
            state, path_mean, metrics = p_step(state, path_mean, batch)
            if step % log_every == 0:
                print(step, jnp.mean(metrics["loss"]).item())
            step += 1
        path_mean = jax.pmap(lambda v: jax.lax.pmean(v, "dev"), axis_name="dev")(path_mean)  # want: JOL101
    return state
