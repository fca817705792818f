import jax
import jax.numpy as jnp

N = 5000
D = 64


@jax.jit
def embed_one(i, freqs):
    angle = i * freqs
    return jnp.concatenate([jnp.sin(angle), jnp.cos(angle)])


def position_table():
    freqs = 1.0 / 10_000 ** (jnp.arange(D // 2) / (D // 2))
    table = jnp.zeros((N, D))
    for i in range(N):
        table = table.at[i].set(embed_one(i, freqs))
    return table


class PositionEmbedding:
    def __init__(self):
        self.table = position_table()

    def __call__(self, x):
        return x + self.table[: x.shape[-2]]


if __name__ == "__main__":
    pos = PositionEmbedding()
    out = pos(jnp.ones((2, 100, D)))
    print(out.shape)
