import flax.linen as nn
import jax
import jax.numpy as jnp


class Block(nn.Module):
    dim: int

    @nn.compact
    def __call__(self, x, _):
        y = nn.Dense(4 * self.dim)(nn.LayerNorm()(x))
        return x + nn.Dense(self.dim)(nn.gelu(y)), None


class Tower(nn.Module):
    dim: int = 1024
    depth: int = 48

    @nn.compact
    def __call__(self, x):
        layers = nn.scan(
            nn.remat(Block, prevent_cse=False),
            variable_axes={"params": 0},
            split_rngs={"params": True},
            length=self.depth,
        )
        x, _ = layers(self.dim)(x, None)
        return nn.LayerNorm()(x)


@jax.jit
def apply(params, x):
    return Tower().apply({"params": params}, x)


def init(seed):
    return jax.jit(Tower().init)(jax.random.key(seed), jnp.zeros((1, 1024)))["params"]
