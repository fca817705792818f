import jax
import jax.numpy as jnp


def inputs(key):
    return (3.0 * jax.random.normal(key, (4, 5)), 0.25)


@jax.custom_jvp
def quantize(x, step):
    return jnp.round(x / step) * step


@quantize.defjvp
def _(primals, tangents):
    return quantize(*primals), tangents[0] + jnp.zeros_like(tangents[1]) * tangents[1]


def run(x, step):
    return jax.lax.map(lambda r: jnp.sum(quantize(r, step) ** 2), x)
