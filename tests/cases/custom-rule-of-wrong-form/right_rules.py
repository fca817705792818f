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


@partial(jax.custom_vjp, nondiff_argnums=(1, 2))
def rounded(x, bits, scale):
    return jnp.round(x * scale) / scale


def rounded_forward(x, bits, scale):
    return rounded(x, bits, scale), x


def rounded_backward(bits, scale, x, g):
    return (jnp.where(jnp.abs(rounded(x, bits, scale)) < bits, g, 0.0),)


rounded.defvjp(rounded_forward, rounded_backward)


@partial(jax.jit, static_argnames="bits")
def quantized(x, bits):
    return rounded(x, bits, float(x.shape[0])) + rounded(x, len(x), 0.5)


@jax.jit
def quantized_twice(x):
    return jax.grad(lambda y: rounded(y, 8, 2.0).sum())(x)
