import jax
import jax.numpy as jnp


@jax.jit
def masked_mean(values, valid):
    picked = values[valid > 0]
    return picked.mean()


def column_means(table, valid):
    return jnp.stack([masked_mean(table[:, j], valid[:, j]) for j in range(table.shape[1])])


if __name__ == "__main__":
    kt, kv = jax.random.split(jax.random.key(5))
    table = jax.random.normal(kt, (1000, 6))
    valid = jax.random.bernoulli(kv, 0.8, table.shape).astype(jnp.int32)
    print(column_means(table, valid))
