import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.uniform(k1, (40,), minval=-2.0, maxval=0.6), jax.random.uniform(k2, (40,), minval=-1.1, maxval=1.1))


LIMIT = 12


def run(cr, ci):
    """Escape point and escape time of each c = cr + i ci."""

    def alive(s):
        x, y, n = s
        return (x * x + y * y <= 4.0) & (n < LIMIT)

    def step(s):
        x, y, n = s
        on = alive(s)
        nx = x * x - y * y + cr
        ny = 2 * x * y + ci
        return nx, ny, jnp.where(on, n + 1, n)

    n0 = jnp.zeros(cr.shape, jnp.int32)
    return jax.lax.while_loop(lambda s: alive(s).any(), step, (jnp.zeros_like(cr), jnp.zeros_like(ci), n0))
