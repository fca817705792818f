import flax.linen as nn
import jax
import jax.numpy as jnp


class Layer(nn.Module):
    features: int
    training: bool

    @nn.compact
    def __call__(self, x, _):
        h = nn.gelu(nn.Dense(self.features)(x))
        h = nn.Dropout(0.1, deterministic=not self.training)(h)
        return x + h, None


class Deep(nn.Module):
    features: int
    depth: int

    @nn.compact
    def __call__(self, x, training):
        layers = nn.scan(
            nn.remat(Layer, prevent_cse=False),
            variable_axes={"params": 0},
            split_rngs={"params": True, "dropout": True},
            length=self.depth,
        )
        x, _ = layers(self.features, training)(x, None)
        return x


x = jnp.ones((2, 8))
model = Deep(8, 4)
params = model.init(jax.random.key(0), x, False)
y = model.apply(params, x, True, rngs={"dropout": jax.random.key(1)})
print(jax.tree.map(jnp.shape, params), y.shape)
