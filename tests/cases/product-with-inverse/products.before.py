# not executed: nothing is rewritten
import jax.numpy as jnp
from jax.numpy.linalg import inv


def gain(p, h, r):
    # innovation
    return p @ h.T @ jnp.linalg.inv(h @ p @ h.T + r)  # want: JOL513 info "this product alone"


def solved(a, b):
    return inv(a) @ b  # want: JOL513


def named(lower, vectors):
    inverse = jnp.linalg.inv(lower)
    return inverse @ vectors  # want: JOL513 "`jnp.linalg.inv\(lower\)` is computed"


def by_function(a, b):
    return jnp.dot(jnp.linalg.inv(a), b)  # want: JOL513


m = jnp.eye(2)
print(gain(m, m, m), solved(m, m), named(m, m), by_function(m, m))
