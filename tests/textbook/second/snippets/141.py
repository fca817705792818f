import equinox as eqx
import jax
import jax.numpy as jnp


class Block(eqx.Module):
    norm: eqx.nn.LayerNorm
    mlp: eqx.nn.MLP

    def __init__(self, size, key):
        self.norm = eqx.nn.LayerNorm(size)
        self.mlp = eqx.nn.MLP(size, size, 4 * size, 1, key=key)

    def __call__(self, x):
        return x + self.mlp(self.norm(x))


class Deep(eqx.Module):
    blocks: list[Block]

    def __init__(self, size, depth=96, *, key):
        self.blocks = [Block(size, k) for k in jax.random.split(key, depth)]

    def __call__(self, x):
        for block in self.blocks:
            x = block(x)
        return x


@eqx.filter_jit
def loss(model, xs, ys):
    return jnp.mean((jax.vmap(model)(xs) - ys) ** 2)


model = Deep(1024, key=jax.random.key(0))
