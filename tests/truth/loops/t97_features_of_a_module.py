# A perceptual distance: features that a ReLU has cut to zero are brought to unit length.
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


def unit(x, eps=1e-8):
    length = jnp.sqrt(jnp.sum(x**2, axis=-1, keepdims=True))
    return x / (length + eps)  # want: JOL507


class Perceptual(nn.Module):
    @nn.compact
    def __call__(self, x, y):
        total = 0.0
        for width in (8, 16):
            layer = nn.Conv(width, (3, 3))
            x, y = nn.relu(layer(x)), nn.relu(layer(y))
            total += jnp.mean((unit(x) - unit(y)) ** 2)
        return total


class Decoder(nn.Module):
    @nn.compact
    def __call__(self, z):
        return nn.Dense(3)(z)


def loss(params, frozen, z, image):
    decoded = Decoder().apply({"params": params}, z)
    return Perceptual().apply(frozen, decoded, image) + optax.l2_loss(decoded, image).mean()


@jax.jit
def step(params, frozen, z, image):
    return jax.value_and_grad(loss)(params, frozen, z, image)
