"""Learning-rate schedule: linear warm-up, then cosine decay.

``run(step, peak, warmup, total)``: for step < warmup the rate is
peak * (step + 1) / warmup; from step = warmup on it is
peak * 0.5 * (1 + cos(pi * (step - warmup) / (total - warmup))), so the rate at
step = warmup is exactly ``peak``.  ``step`` may be a scalar or an array; 0 <= warmup < total
(warmup = 0: no warm-up).
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(step, peak=1e-3, warmup=10, total=100):
    step = jnp.asarray(step)
    up = peak * (step + 1) / jnp.maximum(warmup, 1)
    down = peak * 0.5 * (1 + jnp.cos(jnp.pi * (step - warmup) / (total - warmup)))
    return jnp.where(step <= warmup, up, down)


def inputs(key):
    return jax.random.randint(key, (8,), 0, 100).at[0].set(10), 1.0, 10, 100
