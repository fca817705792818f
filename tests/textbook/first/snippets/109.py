import equinox as eqx
import jax
import jax.numpy as jnp


class GatedBlock(eqx.Module):
    value: eqx.nn.Linear
    gate: eqx.nn.Linear
    out: eqx.nn.Linear

    def __init__(self, dim, hidden, *, key):
        k_in, k_out = jax.random.split(key)
        self.value = eqx.nn.Linear(dim, hidden, key=k_in)
        self.gate = eqx.nn.Linear(dim, hidden, key=k_in)
        self.out = eqx.nn.Linear(hidden, dim, key=k_out)

    def __call__(self, x):
        return self.out(self.value(x) * jax.nn.sigmoid(self.gate(x)))


if __name__ == "__main__":
    block = GatedBlock(16, 64, key=jax.random.key(7))
    print(jax.vmap(block)(jnp.ones((4, 16))).shape)
