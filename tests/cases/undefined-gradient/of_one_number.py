"""Gradients of one number, of what is not known, of each row, and with a second result."""

import jax
import jax.numpy as jnp
import optax


def square(x):
    return x**2


def mean(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


def one(w, x):
    return jnp.dot(w, x)


def steered(x):
    if x.ndim:
        x = jnp.sum(x)
    return x**2


def pair(w, x):
    return jnp.sum(w * x), x


def averaged(w, x, labels):
    return optax.softmax_cross_entropy_with_integer_labels(x @ w, labels).mean()


x = jnp.ones((8, 3))
print(jax.grad(square)(3.0), jax.grad(square)(jnp.array(3.0)), jax.grad(square)(x[0, 0]))
print(jax.grad(mean)(jnp.zeros(3), x, jnp.ones(8)))
print(jax.vmap(jax.grad(square))(jnp.arange(4.0)))
print(jax.grad(one)(jnp.ones(3), x[0]), jax.grad(steered)(jnp.ones(3)))
print(jax.grad(pair, has_aux=True)(jnp.ones(3), jnp.ones(3)))
print(jax.grad(averaged)(jnp.zeros((3, 5)), x, jnp.zeros(8, dtype=int)))
print(jax.grad(mean, argnums=1)(jnp.zeros(3), x, jnp.arange(8)))
print(jax.grad(square, allow_int=True)(3), jax.jacrev(square)(jnp.arange(4.0)))
print(jax.grad(lambda v: jnp.sum(v**2))(jnp.arange(4).astype(float)))


def given(w, x):
    return jax.grad(square)(w), jax.grad(one)(w, x)
