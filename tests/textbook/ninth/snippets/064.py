import flax.linen as nn
import jax
import jax.numpy as jnp

NUM_LAYERS, DIM = 12, 256


class ResidualMLP(nn.Module):
    dim: int

    @nn.compact
    def __call__(self, x, _):
        hidden = nn.Dense(4 * self.dim)(nn.LayerNorm()(x))
        return x + nn.Dense(self.dim)(nn.gelu(hidden)), None


class Encoder(nn.Module):
    dim: int = DIM
    num_layers: int = NUM_LAYERS

    @nn.compact
    def __call__(self, tokens):
        x = nn.Embed(8_000, self.dim)(tokens)
        layers = nn.scan(
            ResidualMLP,
            variable_axes={"params": 0},
            split_rngs={"params": False},
            length=self.num_layers,
        )
        x, _ = layers(self.dim, name="layers")(x, None)
        return nn.LayerNorm()(x)


tokens = jax.random.randint(jax.random.key(0), (16, 128), 0, 8_000)
encoder = Encoder()
params = encoder.init(jax.random.key(1), tokens)
encoded = jax.jit(encoder.apply)(params, tokens)
print(encoded.shape, jnp.isfinite(encoded).all())
