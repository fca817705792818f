import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (7,)),)


@jax.custom_jvp
def swish(x):
    return x * jax.nn.sigmoid(x)


@swish.defjvp
def _(p, t):
    (x,), (d,) = p, t
    s = jax.nn.sigmoid(x)
    return x * s, (s + x * s * (1 - s)) * d


def run(x):
    return jnp.sum(swish(x))
