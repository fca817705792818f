import equinox as eqx
import jax
import jax.numpy as jnp


class Block(eqx.Module):
    lin: eqx.nn.Linear

    def __init__(self, size, key):
        self.lin = eqx.nn.Linear(size, size, key=key)

    def __call__(self, x):
        return x + jax.nn.gelu(self.lin(x))


class Deep(eqx.Module):
    blocks: Block

    def __init__(self, size, depth, *, key):
        make = lambda k: Block(size, k)
        self.blocks = eqx.filter_vmap(make)(jax.random.split(key, depth))

    def __call__(self, x):
        dynamic, static = eqx.partition(self.blocks, eqx.is_array)

        def body(h, dyn):
            return eqx.combine(dyn, static)(h), None

        return jax.lax.scan(body, x, dynamic)[0]


@eqx.filter_jit
def forward(model, xs):
    return jax.vmap(model)(xs)
