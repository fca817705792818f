import jax
import jax.numpy as jnp


def init_params(key):
    k1, k2 = jax.random.split(key)
    return {
        "hidden": {"w": jax.random.normal(k1, (784, 512)) * 0.03, "b": jnp.zeros(512)},
        "output": {"w": jax.random.normal(k2, (512, 10)) * 0.04, "b": jnp.zeros(10)},
    }


def init_moment(shape):
    return jnp.zeros(shape, dtype=jnp.float32)


def init_momentum(params):
    shapes = jax.tree.map(lambda p: p.shape, params)
    return jax.tree.map(init_moment, shapes)


@jax.jit
def momentum_step(params, momentum, grads, lr=0.1, beta=0.9):
    momentum = jax.tree.map(lambda g, m: beta * m + g, grads, momentum)
    params = jax.tree.map(lambda p, m: p - lr * m, params, momentum)
    return params, momentum


params = init_params(jax.random.key(0))
momentum = init_momentum(params)
grads = jax.tree.map(jnp.ones_like, params)
params, momentum = momentum_step(params, momentum, grads)
print(jax.tree.map(jnp.shape, momentum))
