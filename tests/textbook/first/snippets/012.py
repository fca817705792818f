import jax.numpy as jnp


def lookup(table, ids):
    try:
        return table[jnp.asarray(ids)]
    except IndexError:
        return jnp.zeros((len(ids), table.shape[1]))


def embed(tokens, table):
    rows = lookup(table, tokens)
    return rows.mean(axis=0)


if __name__ == "__main__":
    emb = jnp.arange(12.0).reshape(4, 3)
    print(embed([1, 2, 99], emb))
