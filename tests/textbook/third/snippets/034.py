import jax
import jax.numpy as jnp


def global_norm(tree):
    return jnp.sqrt(sum(jnp.sum(g**2) for g in jax.tree.leaves(tree)))


@jax.jit
def clipped_sgd(params, grads, lr=0.1, max_norm=1.0):
    norm = global_norm(grads)
    if norm > max_norm:
        grads = jax.tree.map(lambda g: g * (max_norm / norm), grads)
    return jax.tree.map(lambda p, g: p - lr * g, params, grads)


def demo():
    params = {"w": jnp.ones((8, 8)), "b": jnp.zeros(8)}
    grads = jax.tree.map(jnp.ones_like, params)
    return clipped_sgd(params, grads)
