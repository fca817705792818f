import jax
import jax.numpy as jnp


def decay(x, steps):
    return jax.lax.fori_loop(0, steps, lambda i, x: 0.9 * jnp.sin(x), x)


def loss(x, steps):
    return jnp.sum(decay(x, steps) ** 2)


gradient = jax.jit(jax.grad(loss))
print(gradient(jnp.ones(3), 10))
