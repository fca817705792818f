import jax
import jax.numpy as jnp


def scale_by_norm(grads, limit):
    leaves = jax.tree.leaves(grads)
    norm = jnp.sqrt(sum(jnp.vdot(g, g) for g in leaves))
    factor = jnp.minimum(1.0, limit / norm)
    return jax.tree_map(lambda g: factor * g, grads)


@jax.jit
def step(params, x):
    grads = jax.grad(lambda p: jnp.sum(jnp.exp(x @ p["a"]) + p["b"]))(params)
    grads = scale_by_norm(grads, 1.0)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


params = {"a": jnp.ones(3), "b": jnp.zeros(())}
print(step(params, jnp.eye(3)))
