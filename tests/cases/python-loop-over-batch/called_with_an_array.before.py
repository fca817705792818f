import jax
import jax.numpy as jnp


def norms(rows):
    return jnp.stack([jnp.linalg.norm(row) for row in rows])  # want: JOL201 "one row at a time"


def run(points):
    return norms(jnp.tanh(points))


def inputs(key):
    return (jax.random.normal(key, (16, 3)),)
