import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (jax.random.uniform(key, (3,)),)


def run(losses):
    """Prints one loss a line and returns their mean."""
    host = np.asarray(losses)
    for loss in host:
        print('loss', str(loss))
    return losses.mean()
