# not executed: the originals raise
import jax
import jax.numpy as jnp
import optax


def square(x):
    return x**2


def residuals(w, x, y):
    error = x @ w - y
    return error**2


def each(w, x, labels):
    return optax.softmax_cross_entropy_with_integer_labels(x @ w, labels)


def scaled(w, b):
    return jnp.sum(w) + b


x = jnp.ones((8, 3))
print(jax.grad(square)(jnp.arange(4.0)))  # want: JOL509 "`square` gives an array with 1 axis"
gradient = jax.jit(jax.grad(residuals))
print(gradient(jnp.zeros(3), x, jnp.ones(8)))  # want: JOL509 "`residuals`"
labels = jnp.zeros(8, dtype=int)
print(jax.value_and_grad(each)(jnp.zeros((3, 5)), x, labels))  # want: JOL509 "`each`"
print(jax.grad(square)(3))  # want: JOL509 "`3` is of whole numbers"
print(jax.grad(lambda v: jnp.sum(v**2))(jnp.arange(4)))  # want: JOL509 "whole numbers"
print(jax.grad(scaled, argnums=2)(jnp.ones(3), 1.0))  # want: JOL509 "does not have"
