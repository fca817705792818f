# not executed: the original raises
import jax
import jax.numpy as jnp
import numpy as np


def loss(params, batch):
    scale = np.log(batch)
    return np.exp(params * scale).sum()  # want: JOL401 "`np.exp` needs the value of `params"


def size(params):
    total = jnp.sum(params**2)
    return total * float(total)  # want: JOL401 "`float` needs the value of `total`"


def gradients(params, batch):
    return jax.value_and_grad(loss)(params, batch), jax.grad(size)(params)


def row(x):
    return np.sqrt(x)  # want: JOL401


rows = jax.vmap(row)


def waves(xs):
    return jax.vmap(lambda x: np.sin(x))(xs)  # want: JOL401


@jax.jit
def weighted(values, weights):
    return np.average(values.shape, weights=weights)  # want: JOL401 "needs the value of `weights`"
