"""Bias-corrected exponential moving average.

``run(x, decay)`` returns, for every step t = 0, 1, ... of the float series
``x`` (shape (T,) or (T, D), T >= 1), ema_t / (1 - decay**(t+1)) with ema starting from zero.
The first output therefore equals x[0].
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(x, decay=0.9):
    def step(ema, tx):
        t, xt = tx
        ema = decay * ema + (1.0 - decay) * xt
        return ema, ema / (1.0 - decay ** (t + 1))

    steps = jnp.arange(x.shape[0])
    _, out = jax.lax.scan(step, jnp.zeros_like(x[0]), (steps, x))
    return out


def inputs(key):
    return jax.random.normal(key, (12, 3)), 0.9
