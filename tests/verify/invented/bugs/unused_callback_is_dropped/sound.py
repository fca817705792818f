import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (4,)), lambda v: None


@jax.jit
def _damp(x):
    y = 0.5 * x
    return y, jnp.max(y)


def run(x, observer):
    """A damped copy of the signal; the observer sees its largest value."""
    y, largest = _damp(x)
    observer(float(largest))
    return y
