import jax
import jax.numpy as jnp


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    return {"w": jax.random.normal(a, (4,))}, jax.random.normal(b, (6, 4)), jax.random.normal(c, (6,))


def predict(p, x):
    return x @ p["w"]


def run(p, x, y):
    def loss(q):
        pred = predict(q, x)
        return jnp.mean((pred - y) ** 2), pred
    (l, pred), g = jax.value_and_grad(loss, has_aux=True)(p)
    return l, pred, g
