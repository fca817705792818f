"""Gradients with respect to one array: in a list, in a comprehension, with the values."""

import jax
import jax.numpy as jnp


def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def listed(w, xs: jax.Array, ys: jax.Array):
    def one(x, y):
        # one example
        return jax.grad(loss)(w, x, y)

    return jax.vmap(one)(xs, ys)


def indexed(w, xs: jax.Array, ys: jax.Array):
    take = jax.grad(loss)
    rows = jax.vmap(take, in_axes=(None, 0, 0))(w, xs, ys)
    return jnp.mean(rows, axis=0)


def with_values(w, xs: jax.Array, ys: jax.Array):
    evaluate = jax.value_and_grad(loss)

    def one(x, y):
        value, grad = evaluate(w, x, y)
        return value, grad

    losses, grads = jax.vmap(one)(xs, ys)
    return losses, grads


def with_norms(w, xs: jax.Array, ys: jax.Array):
    evaluate = jax.value_and_grad(loss)

    def one(x, y):
        value, grad = evaluate(w, x, y)
        norms_i = jnp.linalg.norm(grad)
        return value, norms_i

    losses, norms = jax.vmap(one)(xs, ys)
    # the size of each gradient
    return losses, norms


@jax.jit
def slopes(xs: jax.Array):
    return jax.vmap(jax.grad(jnp.sin))(xs)


def filled(w, xs: jax.Array, ys: jax.Array):
    def one(x, y):
        return jax.grad(loss, argnums=0)(w, x, y)

    out = jax.vmap(one)(xs, ys).astype(float)
    return out


def run(w, xs, ys):
    return (
        listed(w, xs, ys),
        indexed(w, xs, ys),
        with_values(w, xs, ys),
        with_norms(w, xs, ys),
        slopes(ys),
        filled(w, xs, ys),
    )


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    return (
        jax.random.normal(a, (3,)),
        jax.random.normal(b, (2, 3)),
        jax.random.normal(c, (2,)),
    )
