import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return ({"w": jax.random.normal(k1, (8, 3)), "b": jnp.zeros(3)}, jax.random.normal(k2, (5, 16, 8)))


def step(params, target, x):
    def loss(p):
        return jnp.mean((x @ p["w"] + p["b"] - jnp.tanh(x @ target["w"] + target["b"])) ** 2)

    grads = jax.grad(loss)(params)
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    target = jax.tree.map(lambda t, p: 0.9 * t + 0.1 * p, target, params)
    return params, target


def run(params, batches):
    """Train against a slow target that starts as the weights themselves (not differentiated)."""
    target = params
    for x in batches:
        params, target = step(params, target, x)
    return params, target
