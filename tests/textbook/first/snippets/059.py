import functools

import jax
import jax.numpy as jnp
from jax import lax


def ssm_scan(a, b, c, u):
    def step(h, u_t):
        h = a * h + b * u_t
        return h, jnp.vdot(c, h)

    return lax.scan(step, jnp.zeros_like(a), u, unroll=8)[1]


batched = jax.vmap(ssm_scan, in_axes=(None, None, None, 0))


@functools.partial(jax.jit, static_argnames=("chunk",))
def run(params, u, chunk=32):
    # Chunks of the batch one after the other to bound the memory.
    return lax.map(lambda x: ssm_scan(*params, x), u, batch_size=chunk)


if __name__ == "__main__":
    p = (jnp.full(16, 0.9), jnp.ones(16), jnp.ones(16) / 16)
    u = jnp.ones((128, 256))
    print(run(p, u).shape, batched(*p, u[:2]).shape)
