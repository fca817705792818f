import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnames=("params", "velocity"))
def update(params, velocity, x, y, lr=0.05):
    def loss(p):
        return jnp.mean((jnp.tanh(x @ p["w"]) @ p["v"] - y) ** 2)

    grads = jax.grad(loss)(params)
    velocity = jax.tree.map(lambda m, g: 0.9 * m + g, velocity, grads)
    params = jax.tree.map(lambda p, m: p - lr * m, params, velocity)
    return params, velocity


k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
params = {"w": jax.random.normal(k1, (8, 32)), "v": jax.random.normal(k2, (32,))}
velocity = jax.tree.map(jnp.zeros_like, params)
x = jax.random.normal(k3, (64, 8))
y = jnp.sum(x, axis=1)
initial_norm = jnp.linalg.norm(params["w"])
for _ in range(10):
    params, velocity = update(params, velocity, x, y)
print(initial_norm, jnp.linalg.norm(params["w"]))
