import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (6,)), jax.random.uniform(b, (9,), minval=-1.0)


@jax.jit
def run(coefficients, x):
    """The polynomial with the constant term first."""
    step = lambda total, c: (total * x + c, None)
    return jax.lax.scan(step, jnp.zeros_like(x), coefficients, reverse=True)[0]
