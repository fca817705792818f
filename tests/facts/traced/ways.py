"""What asks a tracer for its value, from where it is compiled and with what it is called there."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def direct(x):
    return x * float(jnp.sum(x))  # fact: traced jitted at ways.py:10


def chosen(x, exact=False):
    if not exact:
        return x
    return np.sqrt(x)  # fact: traced jitted at ways.py:22


quick = jax.jit(chosen)
exact = jax.jit(partial(chosen, exact=True))


@partial(jax.jit, static_argnames=("count",))
def small(x, count):
    for _ in range(int(count)):
        x = x + 1
    if x.shape[0] < 8:
        return helper({"value": x.sum()})
    return x


def helper(parts):
    return parts["value"].item()  # fact: traced jitted at ways.py:25, through `small`


class Model:
    def __init__(self, checked):
        self.checked = checked
        self.scale = 3.0

    @partial(jax.jit, static_argnums=0)
    def forward(self, x):
        x = x * float(self.scale)
        if self.checked:
            return int(x)  # fact: traced jitted at ways.py:43, perhaps
        return x


def body(carry, x):
    if carry > x:  # fact: traced scanned at ways.py:58
        return x, carry
    return carry, x


def scanned(xs):
    return jax.lax.scan(body, jnp.zeros(()), xs)


def of_rows(x, scale):
    rate = float(jnp.sum(scale))
    return x * rate * np.exp(x)  # fact: traced vmapped at ways.py:66


rows = jax.vmap(of_rows, in_axes=(0, None))


def loss(params, batch):
    count = int(jnp.sum(params))
    if jnp.sum(params) > 0:
        return jnp.sum(params * count)
    return float(jnp.sum(params))  # fact: traced differentiated at ways.py:76, perhaps


gradient = jax.grad(loss)
