import jax
import jax.numpy as jnp


def make_data(key, n):
    w = jax.random.normal(key, (n,))
    x = jnp.eye(n)
    noise = jax.random.normal(key, (n,))
    return x, x @ w + 0.1 * noise


x, y = make_data(jax.random.key(7), 6)
print(x.shape, y)
