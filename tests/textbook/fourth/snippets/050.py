import jax
import jax.numpy as jnp


def safe_log(x):
    positive = x > 0
    return jnp.where(positive, jnp.log(jnp.where(positive, x, 1.0)), 0.0)


def entropy(p):
    return -jnp.sum(p * safe_log(p))


@jax.jit
def sharpen(p, rate):
    grad = jax.grad(entropy)(p)
    p = jnp.maximum(p - rate * (grad - jnp.mean(grad)), 0.0)
    return p / jnp.sum(p)


p = jnp.array([0.5, 0.3, 0.2, 0.0])
for _ in range(3):
    p = sharpen(p, 0.05)
print(p)
