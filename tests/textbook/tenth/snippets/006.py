import jax
import jax.numpy as jnp


def init_params(key, sizes):
    keys = jax.random.split(key, len(sizes) - 1)
    return [
        {
            "w": 0.1 * jax.random.normal(k, (m, n)),
            "b": jnp.zeros(n),
        }
        for k, m, n in zip(keys, sizes[:-1], sizes[1:])
    ]


def momentum_like(params):
    shapes = jax.tree.map(lambda p: p.shape, params)
    return jax.tree.map(jnp.zeros, shapes)


def momentum_step(params, buf, grads, lr=0.1, beta=0.9):
    buf = jax.tree.map(lambda m, g: beta * m + g, buf, grads)
    params = jax.tree.map(lambda p, m: p - lr * m, params, buf)
    return params, buf


params = init_params(jax.random.key(0), [4, 16, 2])
buf = momentum_like(params)
grads = jax.tree.map(jnp.ones_like, params)
params, buf = momentum_step(params, buf, grads)
print(jax.tree.map(jnp.shape, buf))
