"""RMSProp with bias correction that skips non-finite gradients.

``run(w, grads, lr)`` goes through grads (T, D).  A gradient with any inf or
nan is skipped as if it had not been there: neither w, nor the second moment,
nor the step number used in the bias correction changes.  Returns
(w, number of steps taken).
"""
import jax
import jax.numpy as jnp


def run(w, grads, lr=0.1):
    v = jnp.zeros_like(w)
    t = 0
    for g in grads:
        if not bool(jnp.all(jnp.isfinite(g))):
            continue
        t += 1
        v = 0.9 * v + 0.1 * g * g
        w = w - lr * g / (jnp.sqrt(v / (1.0 - 0.9 ** t)) + 1e-6)
    return w, jnp.int32(t)


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (4,)), jax.random.normal(b, (6, 4)), 0.1
