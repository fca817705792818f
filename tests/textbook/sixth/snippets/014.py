import flax.linen as nn
import jax
import jax.numpy as jnp

NUM_LAYERS, DIM = 24, 512


class MlpBlock(nn.Module):
    features: int

    @nn.compact
    def __call__(self, x, _):
        h = nn.LayerNorm()(x)
        h = nn.gelu(nn.Dense(4 * self.features)(h))
        return x + nn.Dense(self.features)(h), None


class Trunk(nn.Module):
    features: int
    num_layers: int

    @nn.compact
    def __call__(self, x):
        layers = nn.scan(
            nn.remat(MlpBlock, prevent_cse=False),
            variable_axes={"params": 0},
            split_rngs={"params": False},
            length=self.num_layers,
        )
        x, _ = layers(self.features)(x, None)
        return nn.LayerNorm()(x)


if __name__ == "__main__":
    model = Trunk(features=DIM, num_layers=NUM_LAYERS)
    x = jax.random.normal(jax.random.key(1), (8, 128, DIM))
    variables = model.init(jax.random.key(0), x)
    print(jax.tree.map(jnp.shape, variables["params"]))
    print(model.apply(variables, x).shape)
