import jax
import jax.numpy as jnp


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    return {"w": jax.random.normal(a, (4,))}, jax.random.normal(b, (6, 4)), jax.random.normal(c, (6,))


def predict(p, x):
    return x @ p["w"]


def run(p, x, y):
    pred = predict(p, x)
    g = jax.grad(lambda q: jnp.mean((predict(q, x) - y) ** 2))(p)
    return jnp.mean((pred - y) ** 2), pred, g
