"""RMSProp with bias correction that skips non-finite gradients.

``run(w, grads, lr)`` goes through grads (T, D).  A gradient with any inf or
nan is skipped as if it had not been there: neither w, nor the second moment,
nor the step number used in the bias correction changes.  Returns
(w, number of steps taken).
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(w, grads, lr=0.1):
    def step(carry, g):
        w, v, t = carry
        ok = jnp.all(jnp.isfinite(g))
        g = jnp.where(ok, g, 1.0)
        t1 = t + 1
        v1 = 0.9 * v + 0.1 * g * g
        w1 = w - lr * g / (jnp.sqrt(v1 / (1.0 - 0.9 ** t1)) + 1e-6)
        return (jnp.where(ok, w1, w), jnp.where(ok, v1, v), jnp.where(ok, t1, t)), None

    (w, _, t), _ = jax.lax.scan(step, (w, jnp.zeros_like(w), jnp.int32(0)), grads)
    return w, t


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (4,)), jax.random.normal(b, (6, 4)), 0.1
