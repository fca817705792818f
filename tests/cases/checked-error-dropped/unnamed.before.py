# not executed: nothing is rewritten
# Checks of which every error of the file is dropped.
import jax
import jax.numpy as jnp
from jax.experimental import checkify


@jax.jit
@checkify.checkify
def mean_of_rows(table, rows):
    checkify.check(jnp.all(rows >= 0), "rows begin with 0")
    return table[rows].mean(axis=0)


def report(table, batches):
    for rows in batches:
        _, mean = mean_of_rows(table, rows)  # want: JOL858 (info) "no other is thrown in this file"
        print(mean)
