"""`nnx.jit` writes the new values back into the modules it is given."""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x):
    loss, grads = nnx.value_and_grad(lambda m: jnp.mean(m(x) ** 2))(model)
    optimizer.update(model, grads)
    return loss
