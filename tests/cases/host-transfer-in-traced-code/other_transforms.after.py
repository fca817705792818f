# not executed: the original raises
import jax
import jax.numpy as jnp
import numpy as np


def loss(params, batch):
    scale = np.log(batch)
    return jnp.exp(params * scale).sum()


def size(params):
    total = jnp.sum(params**2)
    return total * float(total)


def gradients(params, batch):
    return jax.value_and_grad(loss)(params, batch), jax.grad(size)(params)


def row(x):
    return jnp.sqrt(x)


rows = jax.vmap(row)


def waves(xs):
    return jax.vmap(lambda x: jnp.sin(x))(xs)


@jax.jit
def weighted(values, weights):
    return jnp.average(values.shape, weights=weights)
