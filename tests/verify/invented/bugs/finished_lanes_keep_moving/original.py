import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.uniform(k1, (40,), minval=-2.0, maxval=0.6), jax.random.uniform(k2, (40,), minval=-1.1, maxval=1.1))


LIMIT = 12


def escape(cr, ci):
    def alive(s):
        x, y, n = s
        return (x * x + y * y <= 4.0) & (n < LIMIT)

    def step(s):
        x, y, n = s
        return x * x - y * y + cr, 2 * x * y + ci, n + 1

    return jax.lax.while_loop(alive, step, (jnp.zeros_like(cr), jnp.zeros_like(ci), jnp.int32(0)))


def run(cr, ci):
    """Escape point and escape time of each c = cr + i ci."""
    return jax.vmap(escape)(cr, ci)
