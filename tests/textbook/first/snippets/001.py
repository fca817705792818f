import equinox as eqx
import jax
import jax.numpy as jnp


class Block(eqx.Module):
    norm: eqx.nn.LayerNorm
    mlp: eqx.nn.MLP

    def __init__(self, dim, *, key):
        self.norm = eqx.nn.LayerNorm(dim)
        self.mlp = eqx.nn.MLP(dim, dim, 4 * dim, 1, activation=jax.nn.gelu, key=key)

    def __call__(self, x):
        return x + self.mlp(self.norm(x))


class Stack(eqx.Module):
    blocks: list[Block]

    def __init__(self, dim, depth=64, *, key):
        self.blocks = [Block(dim, key=k) for k in jax.random.split(key, depth)]

    def __call__(self, x):
        for block in self.blocks:
            x = block(x)
        return x


@eqx.filter_jit
def forward(model, batch):
    return jax.vmap(model)(batch)
