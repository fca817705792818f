import jax
import jax.numpy as jnp


def inputs(key):
    return (3 * jax.random.normal(key, (50,)),)


@jax.custom_jvp
def run(x):
    """x times the sigmoid of x."""
    return x * jax.nn.sigmoid(x)


@run.defjvp
def rule(primals, tangents):
    (x,), (t,) = primals, tangents
    s = jax.nn.sigmoid(x)
    return x * s, t * (s + x * s * (1 - s))
