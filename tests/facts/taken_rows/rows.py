import jax
import jax.numpy as jnp


def known(n):
    table = jnp.zeros((n, 3))
    for i in range(n):
        print(jax.tree.map(lambda x: x[i], table))  # fact: taken_rows table known


def given(table, n):
    for i in range(n):
        print(jax.tree.map(lambda x: x[i], table))  # fact: taken_rows table


def counted(table, n):
    for i in range(n):
        print(jax.tree.map(lambda x: x[n], table))
