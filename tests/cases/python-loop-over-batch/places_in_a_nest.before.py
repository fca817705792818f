# not executed: the fix is refused
import jax.numpy as jnp


def similarity(bags, kernel):
    n = len(bags)
    gram = jnp.zeros((n, n))
    for i in range(n):  # want: JOL201 (warning) "the whole of `gram`"
        for j in range(i, n):
            value = kernel(bags[i].samples, bags[j].samples)
            gram = gram.at[i, j].set(value)
            if i != j:
                gram = gram.at[j, i].set(value)
    return gram


def cells(model, height, width):
    out = jnp.zeros((height, width))
    for row in range(height):  # want: JOL201 (info) "the whole of `out`"
        for column in range(width):
            out = out.at[row, column].set(model(row, column))
    return out


def substitutions(weights):
    rates = jnp.zeros((61, 61))
    for i in range(61):  # want: JOL201 (warning) "the whole of `rates`"
        for j in range(61):
            if i != j:
                rates = rates.at[i, j].add(weights.between(i, j))
    return rates


def on_the_grid(values, places, height, width):
    grid = jnp.zeros((height, width, 4))
    for k, (row, column) in enumerate(places):  # want: JOL201 (info) "the whole of `grid`"
        grid = grid.at[row, column].set(values[k])
    return grid
