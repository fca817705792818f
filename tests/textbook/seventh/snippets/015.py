import flax.linen as nn
import jax
import jax.numpy as jnp


class Block(nn.Module):
    dim: int

    @nn.compact
    def __call__(self, h, deterministic):
        y = nn.LayerNorm()(h)
        y = nn.MultiHeadDotProductAttention(num_heads=6)(y)
        y = nn.Dropout(0.1)(y, deterministic=deterministic)
        h = h + y
        return h + nn.Dense(self.dim)(nn.gelu(nn.Dense(4 * self.dim)(nn.LayerNorm()(h)))), None


class Encoder(nn.Module):
    dim: int = 384
    depth: int = 12

    @nn.compact
    def __call__(self, x, deterministic: bool = True):
        stack = nn.scan(
            nn.remat(Block, prevent_cse=False, static_argnums=(2,)),
            variable_axes={"params": 0},
            split_rngs={"params": True, "dropout": True},
            in_axes=nn.broadcast,
            length=self.depth,
        )
        h, _ = stack(self.dim, name="blocks")(x, deterministic)
        return nn.LayerNorm()(h)


model = Encoder()
x = jax.random.normal(jax.random.key(0), (8, 64, 384))
variables = model.init(jax.random.key(1), x)
out = model.apply(variables, x, deterministic=False, rngs={"dropout": jax.random.key(2)})
print(out.shape, jnp.isfinite(out).all())
