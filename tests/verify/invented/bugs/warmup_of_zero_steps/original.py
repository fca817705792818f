import jax
import jax.numpy as jnp


def inputs(key):
    return jnp.arange(20), 5, 0.1


def run(steps, warmup, peak):
    """Linear warm-up over `warmup` steps, then the peak rate divided by the square root of the rest."""
    rates = []
    for s in steps.tolist():
        if s < warmup:
            rates.append(peak * (s / warmup))
        else:
            rates.append(peak / (s - warmup + 1) ** 0.5)
    return jnp.array(rates, jnp.float32)
