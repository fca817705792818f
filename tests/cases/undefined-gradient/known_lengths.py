"""Loops of known length, loops that no gradient goes through, and rules of their own."""

from functools import partial

import jax
import jax.numpy as jnp


def known(x):
    return jnp.sum(jax.lax.fori_loop(0, 10, lambda i, v: jnp.sin(v), x))


def given(x, steps):
    return jnp.sum(jax.lax.fori_loop(0, steps, lambda i, v: jnp.sin(v), x))


def counted(x, limit):
    n = jax.lax.while_loop(lambda n: n < limit, lambda n: 2 * n, 1)
    return jnp.sum(x) * n


def stopped(x):
    root = jax.lax.while_loop(lambda v: v > 1.0, lambda v: v / 2, jax.lax.stop_gradient(x))
    return jnp.sum(x) * jax.lax.stop_gradient(root)


@jax.custom_vjp
def fixed_point(a):
    return jax.lax.while_loop(lambda v: v > 1.0, lambda v: v / 2, a)


fixed_point.defvjp(lambda a: (fixed_point(a), a), lambda a, g: (g,))


def implicit(a):
    return fixed_point(a) ** 2


def forward(x):
    return jax.lax.while_loop(lambda v: v > 1.0, lambda v: v / 2, x)


a = jax.grad(known), jax.grad(given), jax.jit(jax.grad(counted)), jax.grad(stopped)
b = jax.grad(implicit), jax.jacfwd(forward), jax.jit(jax.grad(given), static_argnums=1)


def line_search(w):
    def body(rate):
        return 0.5 * rate

    rate = jax.lax.while_loop(lambda rate: rate * jnp.sum(w) > 1.0, body, 1.0)
    return jnp.sum(w) * jax.lax.stop_gradient(rate)


def sized(w):
    def body(x):
        return x * w.shape[0]

    return jnp.sum(w) + jax.lax.while_loop(lambda x: x < 100, body, 1.0)


searched, by_size = jax.grad(line_search), jax.grad(sized)


@jax.jit
def by_default(w, x, steps=10):
    return jax.lax.fori_loop(0, steps, lambda i, v: jnp.sin(w * v), x)


@partial(jax.jit, static_argnames="steps")
def told(w, x, steps):
    return jax.lax.fori_loop(0, steps, lambda i, v: jnp.sin(w * v), x)


@jax.jit
def beside(w, x, steps):
    count = jax.lax.fori_loop(0, steps, lambda i, v: v + 1, 0)
    return w * x * jax.lax.stop_gradient(count)


def summed(w, x):
    return jnp.sum(by_default(w, x) + told(w, x, 10) + beside(w, x, 10))


both = jax.grad(summed)(2.0, jnp.ones(3))
