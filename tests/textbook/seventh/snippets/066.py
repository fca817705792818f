import jax
import jax.numpy as jnp
import numpy as np


def sinusoidal_table(length, dim):
    """Built with NumPy from static sizes, so it is a constant of the program."""
    position = np.arange(length)[:, None]
    rate = np.exp(np.arange(0, dim, 2) * (-np.log(10_000.0) / dim))
    table = np.zeros((length, dim), dtype=np.float32)
    table[:, 0::2] = np.sin(position * rate)
    table[:, 1::2] = np.cos(position * rate)
    return table


@jax.jit
def embed(table, tokens):
    dim = table.shape[-1]
    h = table[tokens] * np.sqrt(dim).item()
    return h + sinusoidal_table(tokens.shape[-1], dim)


k1, k2 = jax.random.split(jax.random.key(0))
table = 0.02 * jax.random.normal(k1, (32_000, 512))
for step in range(100):
    tokens = jax.random.randint(jax.random.fold_in(k2, step), (32, 128), 0, 32_000)
    h = embed(table, tokens)
print(h.shape, h.dtype)
