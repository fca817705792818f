"""Bias-corrected exponential moving average.

``run(x, decay)`` returns, for every step t = 0, 1, ... of the float series
``x`` (shape (T,) or (T, D), T >= 1), ema_t / (1 - decay**(t+1)) with ema starting from zero.
The first output therefore equals x[0].
"""
import jax
import jax.numpy as jnp


def run(x, decay=0.9):
    ema = jnp.zeros_like(x[0])
    out = []
    for t in range(x.shape[0]):
        ema = decay * ema + (1.0 - decay) * x[t]
        out.append(ema / (1.0 - decay ** (t + 1)))
    return jnp.stack(out)


def inputs(key):
    return jax.random.normal(key, (12, 3)), 0.9
