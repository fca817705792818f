# not executed: reported without a fix
import jax.numpy as jnp


def constants(bonds, table, kinds):
    stiffness = jnp.zeros(len(bonds))
    length = jnp.zeros(len(bonds))
    for i, (a, b) in enumerate(bonds):  # want: JOL201 "`stiffness` and `length` are filled"
        found = table.get((kinds[a], kinds[b]))
        if found is not None:
            stiffness = stiffness.at[i].set(found.stiffness)
            length = length.at[i].set(float(found.length))
    return stiffness, length


def counted(rows):
    n = len(rows)
    out = jnp.full(n, -1.0)
    for i in range(len(rows)):  # want: JOL201 "`out` is filled one element at a time"
        out = out.at[i].set(rows[i].value)
    return out
