import jax
import jax.numpy as jnp


def loss(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


@jax.jit
def step(w, x, y):
    return w - 0.1 * jax.grad(loss)(w, x, y)


def train(x, y, steps=200):
    w = jnp.zeros(x.shape[1])
    for _ in range(steps):
        w = step(w, x, y)
    return w


x = jax.random.normal(jax.random.key(0), (64, 5))
print(train(x, x @ jnp.arange(5.0)))
