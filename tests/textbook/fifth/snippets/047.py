import jax
import jax.numpy as jnp


def loss(x):
    x = jax.lax.fori_loop(0, 10, lambda i, x: 0.9 * jnp.sin(x), x)
    return jnp.sum(x**2)


gradient = jax.jit(jax.grad(loss))
print(gradient(jnp.ones(3)))
