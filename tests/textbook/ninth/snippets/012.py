import equinox as eqx
import jax
import jax.numpy as jnp


class Block(eqx.Module):
    up: eqx.nn.Linear
    down: eqx.nn.Linear
    dim: int = eqx.field(static=True)

    def __init__(self, dim: int, key):
        up_key, down_key = jax.random.split(key)
        self.up = eqx.nn.Linear(dim, 4 * dim, key=up_key)
        self.down = eqx.nn.Linear(4 * dim, dim, key=down_key)
        self.dim = dim

    def __call__(self, x):
        return x + self.down(jax.nn.gelu(self.up(x))) / self.dim**0.5


class DeepMLP(eqx.Module):
    blocks: Block

    def __init__(self, dim: int, depth: int, key):
        keys = jax.random.split(key, depth)
        self.blocks = eqx.filter_vmap(lambda k: Block(dim, k))(keys)

    def __call__(self, x):
        arrays, static = eqx.partition(self.blocks, eqx.is_array)

        def apply_block(x, block_arrays):
            return eqx.combine(block_arrays, static)(x), None

        return jax.lax.scan(apply_block, x, arrays)[0]


model = DeepMLP(dim=128, depth=32, key=jax.random.key(0))
x = jax.random.normal(jax.random.key(1), (512, 128))
loss, grads = eqx.filter_jit(eqx.filter_value_and_grad(lambda m: jnp.mean(jax.vmap(m)(x) ** 2)))(model)
print("loss", float(loss), grads.blocks.up.weight.shape)
