import jax
import jax.numpy as jnp


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    return jax.random.normal(a, (4, 8)), jax.random.normal(b, (12, 8)), jax.random.normal(c, (12, 8))


def run(q, k, v):
    q = q * (q.shape[-1] ** -0.5)

    def step(c, kv):
        m, z, acc = c
        kk, vv = kv
        s = q @ kk
        m2 = jnp.maximum(m, s)
        a, p = jnp.exp(m - m2), jnp.exp(s - m2)
        return (m2, a * z + p, a[:, None] * acc + p[:, None] * vv), None
    n = q.shape[0]
    init = (jnp.full((n,), -1e30, q.dtype), jnp.zeros((n,), q.dtype), jnp.zeros((n, v.shape[1]), q.dtype))
    (m, z, acc), _ = jax.lax.scan(step, init, (k, v))
    return acc / z[:, None]
