import flax.linen as nn
import jax
import jax.numpy as jnp


class Block(nn.Module):
    dim: int

    @nn.compact
    def __call__(self, h, _):
        y = nn.LayerNorm()(h)
        y = nn.Dense(4 * self.dim)(y)
        y = nn.Dense(self.dim)(nn.gelu(y))
        return h + y, None


class Stack(nn.Module):
    dim: int = 384
    depth: int = 12

    @nn.compact
    def __call__(self, x):
        layers = nn.scan(
            Block,
            variable_axes={"params": 0},
            split_rngs={"params": False},
            length=self.depth,
        )
        h, _ = layers(self.dim, name="layers")(x, None)
        return nn.LayerNorm()(h)


model = Stack()
x = jax.random.normal(jax.random.key(0), (16, 128, 384))
params = model.init(jax.random.key(1), x)
out = jax.jit(model.apply)(params, x)
print(out.shape)
