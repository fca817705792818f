import flax.linen as nn
import jax
import jax.numpy as jnp

NUM_LAYERS, DIM = 24, 256


class MlpBlock(nn.Module):
    features: int
    train: bool

    @nn.compact
    def __call__(self, x, _):
        h = nn.LayerNorm()(x)
        h = nn.gelu(nn.Dense(4 * self.features)(h))
        h = nn.Dropout(0.1, deterministic=not self.train)(h)
        return x + nn.Dense(self.features)(h), None


class Trunk(nn.Module):
    features: int
    num_layers: int

    @nn.compact
    def __call__(self, x, train: bool):
        layers = nn.scan(
            nn.remat(MlpBlock, prevent_cse=False),
            variable_axes={"params": 0},
            split_rngs={"params": True, "dropout": True},
            length=self.num_layers,
        )
        x, _ = layers(self.features, train)(x, None)
        return nn.LayerNorm()(x)


if __name__ == "__main__":
    model = Trunk(features=DIM, num_layers=NUM_LAYERS)
    init_key, data_key, dropout_key = jax.random.split(jax.random.key(0), 3)
    x = jax.random.normal(data_key, (8, 128, DIM))
    variables = model.init(init_key, x, train=False)
    print(model.apply(variables, x, train=True, rngs={"dropout": dropout_key}).shape)
