import flax.linen as nn
import jax
import jax.numpy as jnp


class Block(nn.Module):
    width: int

    @nn.compact
    def __call__(self, x):
        h = nn.LayerNorm()(x)
        h = nn.Dense(4 * self.width)(h)
        h = nn.gelu(h)
        return x + nn.Dense(self.width)(h)


class Stack(nn.Module):
    width: int
    depth: int

    @nn.compact
    def __call__(self, x):
        for i in range(self.depth):
            block = Block(self.width, name=f"block_{i}")
            x = jax.checkpoint(lambda h: block(h))(x)
        return x


model = Stack(width=16, depth=3)
x = jnp.ones((2, 16))
params = model.init(jax.random.key(0), x)
grads = jax.grad(lambda p: model.apply(p, x).sum())(params)
print(jax.tree.map(jnp.shape, grads))
