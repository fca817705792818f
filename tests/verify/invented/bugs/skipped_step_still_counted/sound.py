import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.normal(k1, (6,)), jax.random.normal(k2, (8, 6)))


def run(w, grads):
    """Momentum steps at rate 0.1 / sqrt(steps done); non-finite gradients are skipped."""

    def step(carry, g):
        w, v, done = carry
        ok = jnp.isfinite(g).all()
        done = done + jnp.where(ok, 1, 0)
        new_v = 0.9 * v + g
        new_w = w - 0.1 / jnp.sqrt(jnp.maximum(done, 1).astype(w.dtype)) * new_v
        return (jnp.where(ok, new_w, w), jnp.where(ok, new_v, v), done), None

    return jax.lax.scan(step, (w, jnp.zeros_like(w), jnp.int32(0)), grads)[0][0]
