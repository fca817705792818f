import flax.linen as nn
import jax
import jax.numpy as jnp


class FeedForward(nn.Module):
    width: int

    @nn.compact
    def __call__(self, x):
        h = nn.gelu(nn.Dense(self.width * 4)(x))
        return nn.Dense(self.width)(h)


class Stack(nn.Module):
    width: int
    depth: int

    @nn.compact
    def __call__(self, x):
        for _ in range(self.depth):
            block = FeedForward(self.width)
            x = x + jax.checkpoint(block)(x)
        return x


x = jnp.ones((2, 8))
model = Stack(8, 3)
params = model.init(jax.random.key(0), x)
grads = jax.grad(lambda p: model.apply(p, x).sum())(params)
print(jax.tree.structure(grads))
