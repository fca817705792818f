from functools import partial

import flax.linen as nn
import jax
import jax.numpy as jnp


class Block(nn.Module):
    width: int

    @partial(nn.remat, static_argnums=(2,))
    @nn.compact
    def __call__(self, x, train):
        h = nn.LayerNorm()(x)
        h = nn.Dense(self.width)(h)
        if train:
            h = nn.Dropout(0.1, deterministic=False)(h)
        return x + nn.silu(h)


class Net(nn.Module):
    depth: int = 3

    @nn.compact
    def __call__(self, x, train):
        for _ in range(self.depth):
            x = Block(x.shape[-1])(x, train)
        return x.mean()


net = Net()
x = jax.random.normal(jax.random.key(0), (4, 6))
variables = net.init(jax.random.key(1), x, False)
grads = jax.grad(lambda v: net.apply(v, x, True, rngs={"dropout": jax.random.key(2)}))(variables)
print(jax.tree.map(jnp.shape, grads))
