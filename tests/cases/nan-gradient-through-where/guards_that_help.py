# Guards inside of the root, short of the edge, or of what has a derivative of its own.
import jax
import jax.numpy as jnp


def inside(v):
    return jnp.sum(v / jnp.maximum(jnp.sqrt(jnp.sum(v**2) + 1e-12), 1e-6))


def swapped(v):
    safe = jnp.where(v == 0, 1.0, v)
    return jnp.sum(v / jnp.maximum(jnp.linalg.norm(safe), 1e-6))


def short_of_the_edge(x):
    return jnp.arccos(jnp.clip(x, -1 + 1e-6, 1 - 1e-6)) + jnp.sqrt(jnp.maximum(x, 1e-9))


def other_norms(v):
    return v / jnp.maximum(jnp.linalg.norm(v, ord=1), 1e-6)


def of_the_data(params, x):
    x = x / jnp.maximum(jnp.linalg.norm(x), 1e-6)
    return jnp.sum(params * x)


@jax.custom_jvp
def own(x):
    return jnp.sqrt(jnp.maximum(x, 0.0))


@own.defjvp
def own_slope(primals, tangents):
    (x,), (dx,) = primals, tangents
    root = jnp.sqrt(jnp.maximum(x, 0.0))
    return root, dx / jnp.where(root > 0, 2 * root, 1.0)


first, second, third = jax.grad(inside), jax.grad(swapped), jax.grad(short_of_the_edge)
fourth, fifth, sixth = jax.grad(other_norms), jax.grad(of_the_data), jax.grad(own)
