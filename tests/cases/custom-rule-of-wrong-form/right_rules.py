"""Rules that fit, rules that give what others make, and derivatives of other kinds."""

from functools import partial

import jax
import jax.numpy as jnp


@jax.custom_vjp
def clipped(x, limit):
    return x


def forward(x, limit):
    return x, limit


def backward(limit, g):
    return jnp.clip(g, -limit, limit), None


clipped.defvjp(forward, backward)


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def applied(f, x):
    return f(x)


def applied_forward(f, x):
    return jax.vjp(f, x)


def applied_backward(f, pullback, g):
    return pullback(g)


applied.defvjp(applied_forward, applied_backward)


@jax.custom_vjp
def of_tree(tree):
    return tree["x"] * tree["y"]


of_tree.defvjp(
    lambda tree: (of_tree(tree), tree),
    lambda tree, g: ({"x": g * tree["y"], "y": g * tree["x"]},),
)


@jax.custom_jvp
def cubed(x):
    return x**3


cubed.defjvps(lambda t, ans, x: 3 * x**2 * t)
slope = jax.grad(cubed)
