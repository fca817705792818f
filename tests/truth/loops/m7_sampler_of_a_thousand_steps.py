"""A sampler goes down a thousand steps; the last one adds no noise."""

import jax
import jax.numpy as jnp


def sample(model, params, shape, steps, alpha_bar, beta, key):
    keys = jax.random.split(key, steps + 1)
    x = jax.random.normal(keys[0], shape)
    for t in range(steps, 0, -1):  # want: JOL202
        z = jax.random.normal(keys[t], x.shape) if t > 1 else 0
        noise = model.apply({"params": params}, x, t, train=False)
        a = 1 - beta[t]
        mean = (x - (1 - a) / jnp.sqrt(1 - alpha_bar[t]) * noise) / jnp.sqrt(a)
        x = mean + jnp.sqrt(beta[t]) * z
    return x
