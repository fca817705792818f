# not executed: the names are gone
import jax
import jax.numpy as jnp


class Batch:
    mask: jnp.DeviceArray  # want: JOL702 "using it raises"


def sample(key, n):
    draw: jnp.DeviceArray = jax.random.normal(key, (n,))  # want: JOL702 "type checkers"
    return draw


def shown(x: jnp.DeviceArray):  # want: JOL702 "using it raises"
    return x
