import jax
import jax.numpy as jnp


def inputs(key):
    return (3 * jax.random.normal(key, (50,)),)


@jax.custom_vjp
def run(x):
    """x times the sigmoid of x."""
    return x * jax.nn.sigmoid(x)


def forward(x):
    return run(x), x


def backward(x, t):
    s = jax.nn.sigmoid(x)
    return (t * (s + x * s * (1 - s)),)


run.defvjp(forward, backward)
