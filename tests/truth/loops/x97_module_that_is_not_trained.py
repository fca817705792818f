# Raw inputs are brought to unit length, the features of a trunk are masked first, and the mean
# over those that are there is of the input.
import flax.linen as nn
import jax
import jax.numpy as jnp


class Scored(nn.Module):
    @nn.compact
    def __call__(self, x, mask):
        count = mask.sum(axis=1, keepdims=True)
        mean = jnp.where(count > 0, jnp.sum(x * mask, axis=1) / count, 0.0)
        features = nn.relu(nn.Dense(8)(mean))
        square = jnp.sum(features**2, axis=-1, keepdims=True)
        length = jnp.sqrt(jnp.where(square > 0, square, 1.0))
        return features / length


def loss(params, x, mask):
    return Scored().apply({"params": params}, x, mask).mean()


step = jax.jit(jax.value_and_grad(loss))
