import jax
import jax.numpy as jnp


def loss(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


def train(x, y, steps=200):
    w = jnp.zeros(x.shape[1])
    for _ in range(steps):
        step = jax.jit(lambda w: w - 0.1 * jax.grad(loss)(w, x, y))
        w = step(w)
    return w


key = jax.random.key(0)
x = jax.random.normal(key, (64, 5))
print(train(x, x @ jnp.arange(5.0)))
