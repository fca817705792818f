# not executed: reported without a fix
import jax.numpy as jnp
import jax


def constants(bonds, table, kinds):
    stiffness = jnp.zeros(len(bonds))
    length = jnp.zeros(len(bonds))
    for i, (a, b) in enumerate(bonds):
        found = table.get((kinds[a], kinds[b]))
        if found is not None:
            stiffness = stiffness.at[i].set(found.stiffness)
            length = length.at[i].set(float(found.length))
    return stiffness, length


def counted(rows):
    n = len(rows)
    out = jnp.full(n, -1.0)

    def one(row):
        return row.value

    out = out.at[:len(rows)].set(jax.vmap(one)(rows))
    return out
