import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.normal(k1, (6,)), jax.random.normal(k2, (8, 6)))


def run(w, grads):
    """Momentum steps at rate 0.1 / sqrt(steps done); non-finite gradients are skipped."""
    v = jnp.zeros_like(w)
    done = 0
    for g in grads:
        if not jnp.isfinite(g).all():
            continue
        done += 1
        v = 0.9 * v + g
        w = w - 0.1 / done**0.5 * v
    return w
