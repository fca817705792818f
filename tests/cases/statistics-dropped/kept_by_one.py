# What one gradient of a loss drops, and another keeps.
import jax
import jax.numpy as jnp


def loss(params, stats, model, x):
    out, new = model.apply(
        {"params": params, "batch_stats": stats}, x, train=True, mutable=["batch_stats"]
    )
    return jnp.mean(out**2), new["batch_stats"]


def step(params, stats, model, x):
    grads, stats = jax.grad(loss, has_aux=True)(params, stats, model, x)
    return grads, stats


def slope(params, stats, model, x):
    grads, _ = jax.grad(loss, has_aux=True)(params, stats, model, x)
    return grads
