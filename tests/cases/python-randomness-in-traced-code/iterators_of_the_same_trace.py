import itertools

import jax
import jax.numpy as jnp
from jax import lax

numbers = itertools.count()


@jax.jit
def forward(x, weights, key):
    # Of this trace, and gone with it.
    layers = iter(weights)
    x = jnp.tanh(x @ next(layers))
    keys = iter(jax.random.split(key, 2))

    def noisy(x):
        return x + jax.random.normal(next(keys), x.shape)

    x = lax.cond(x.sum() > 0, noisy, lambda x: x, x)
    return jax.checkpoint(lambda x: x @ next(layers))(x)


@jax.jit
def tied(x, weights):
    layers = iter(weights)

    def body(x, _):
        return jnp.tanh(x @ next(layers)), None

    x = lax.scan(body, x, None, length=3)[0]
    return x @ next(layers)


def unflatten(tree, flat):
    leaves = iter(flat)
    return jax.tree.map(lambda old: next(leaves).reshape(old.shape), tree)


def named(x):
    def body(x, _):
        label = f"step{next(numbers)}"
        with jax.named_scope(label):
            return x * 2, None

    return lax.scan(body, x, None, length=3)[0]


def loaded(module, weights):
    # Compiled and called once, to make constants of them.
    source = iter(weights)

    @jax.jit
    def run(x):
        return module(x, next(source))

    return run(jnp.ones(3))


def compiled_twice(module, weights):
    # By itself and within, and run once.
    source = iter(weights)

    @jax.jit
    @jax.checkpoint
    def run(x):
        return module(x, next(source))

    return run(jnp.ones(3))


def fit(step, state, loader, steps):
    source = iter(loader)
    for _ in range(steps):
        state = step(state, next(source))
    return state
