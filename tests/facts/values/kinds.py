import functools

import jax
import jax.numpy as jnp
import numpy as np

SIZE = 3


@functools.partial(jax.jit, static_argnames=("mode",))
def step(x, y, mode, scale=None):
    a = x + 1  # kind: tracer
    b = x.shape  # kind: static
    n, d = x.shape
    c = n * d  # kind: static
    e = len(x)  # kind: static
    f = x is None  # kind: static
    g = scale  # kind: unknown
    h = mode  # kind: static
    i = jnp.sum(x)  # kind: tracer
    updated = x.at[0].set(1.0)  # kind: tracer
    j = np.zeros(SIZE)  # kind: host
    k = x["w"]  # kind: tree
    if i > 0:  # kind: tracer
        m = i
    else:
        m = a
    o = m  # kind: tracer
    if mode:
        p = x
    else:
        p = 1
    q = p  # kind: unknown
    r = a.astype(jnp.float32)  # kind: tracer
    s = jax.tree.map(jnp.sin, x)  # kind: tree
    t = [v * 2 for v in x]  # kind: tree
    u = y.dtype == jnp.float32  # kind: static
    v = x.apply_fn  # kind: unknown
    total = 0
    for row in range(n):
        total = total + a[row]
    w = total  # kind: unknown
    return i  # kind: tracer


def inner_functions(x):
    @jax.jit
    def run(z):
        def loss(p):
            return p * z  # kind: tracer

        return jax.grad(loss)(z + 1.0)  # kind: tree

    out = run(x)  # kind: device tree
    first = float(out[0])  # kind: host
    shape = out.shape  # kind: static
    z = jnp.ones(3)  # kind: device
    fetched = jax.device_get(out)  # kind: host
    return first


def by_method(unknown):
    x = jnp.ones(3)
    a = np.mean(x)  # kind: device
    b = np.repeat(x, 2)  # kind: device
    c = np.abs(x)  # kind: host
    d = np.mean(np.ones(3))  # kind: host
    e = np.mean(unknown)  # kind: unknown
    return a, b, c, d, e


def joined(x, rows):
    @jax.jit
    def run(pair, y):
        longer = pair + (y,)  # kind: tree
        doubled = pair * 2  # kind: tracer
        return longer, doubled

    total = jax.tree.reduce(jnp.add, rows)  # kind: device tree
    of_leaves = jax.tree.reduce(jnp.add, rows, initializer=0)  # kind: unknown
    by_place = jax.tree.reduce(jnp.add, rows, 0)  # kind: unknown
    of_arrays = jax.tree.reduce(jnp.add, rows, jnp.zeros(()))  # kind: device tree
    return total, of_leaves, by_place, of_arrays


def row(table, index):
    moved = index + 1  # kind: unknown
    return table[index]  # kind: tree


@jax.jit
def rows_and_first(table, indices):
    return jax.vmap(row)(table, indices), row(table, 0)


def entry(table, index):
    moved = index + 1  # kind: tracer
    return table[index]  # kind: tree


@jax.jit
def entries(table, indices):
    return jax.vmap(entry)(table, indices), entry(table, indices[0])


def scaled(x, scale):
    return x * scale  # kind: tracer


def scaled_on_the_host(x):
    return jax.jit(scaled)(x, x), scaled(x, 2)


def place(table, index):
    moved = index + 1  # kind: unknown
    return table[index]  # kind: unknown


def places(table, indices):
    if jnp.ndim(indices):
        return jax.vmap(place)(table, indices)
    return place(table, indices)
