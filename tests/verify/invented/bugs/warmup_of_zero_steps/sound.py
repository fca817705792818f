import jax
import jax.numpy as jnp


def inputs(key):
    return jnp.arange(20), 5, 0.1


def run(steps, warmup, peak):
    """Linear warm-up over `warmup` steps, then the peak rate divided by the square root of the rest."""
    rising = peak * steps / max(warmup, 1)
    falling = peak / jnp.sqrt(jnp.maximum(steps - warmup, 0) + 1.0)
    return jnp.where(steps < warmup, rising, falling).astype(jnp.float32)
