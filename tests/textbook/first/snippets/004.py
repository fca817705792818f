import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
from jax import lax


class Deep(eqx.Module):
    blocks: eqx.nn.MLP
    head: eqx.nn.Linear

    def __init__(self, dim, depth, key):
        block_key, head_key = jr.split(key)
        make = lambda k: eqx.nn.MLP(dim, dim, dim, 1, key=k)
        self.blocks = eqx.filter_vmap(make)(jr.split(block_key, depth))
        self.head = eqx.nn.Linear(dim, 1, key=head_key)

    def __call__(self, x):
        arrays, static = eqx.partition(self.blocks, eqx.is_array)

        def body(h, arr):
            return h + eqx.combine(arr, static)(h), None

        x, _ = lax.scan(body, x, arrays)
        return self.head(x)


@eqx.filter_jit
def predict(model, xs):
    return jax.vmap(model)(xs)


if __name__ == "__main__":
    print(predict(Deep(8, 50, jr.key(0)), jnp.ones((4, 8))).shape)
