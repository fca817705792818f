import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnums=(0, 1))
def update(params, moments, batch):
    def loss(p):
        return jnp.mean((jax.nn.gelu(batch @ p["up"]) @ p["down"] - batch) ** 2)

    grads = jax.grad(loss)(params)
    moments = jax.tree.map(lambda m, g: 0.9 * m + g, moments, grads)
    params = jax.tree.map(lambda p, m: p - 0.01 * m, params, moments)
    return params, moments


k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
params = {"up": 0.02 * jax.random.normal(k1, (64, 256)), "down": 0.02 * jax.random.normal(k2, (256, 64))}
moments = jax.tree.map(jnp.zeros_like, params)
batch = jax.random.normal(k3, (16, 64))
for _ in range(5):
    params, moments = update(params, moments, batch)
print(jnp.linalg.norm(params["up"]))
