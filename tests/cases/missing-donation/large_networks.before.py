# not executed: what is shown is how much memory is known to be at stake
"""A network with a great table of embeddings is large; with attention it may be of any size."""

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax import nnx

from my_project import improved

tx = optax.adam(1e-3)


class Block(nn.Module):
    @nn.compact
    def __call__(self, x):
        return x + nn.SelfAttention(num_heads=4)(nn.LayerNorm()(x))


class Reader(nn.Module):
    @nn.compact
    def __call__(self, x):
        for _ in range(4):
            x = Block()(x)
        return nn.Dense(1)(x)


class Small(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(1)(jnp.tanh(nn.Dense(16)(x)))


def trained_reader(batches, key):
    model = Reader()
    params = model.init(key, batches[0])["params"]
    opt_state = tx.init(params)

    @jax.jit
    def step(params, opt_state, batch):  # want: JOL301 (info)
        grads = jax.grad(lambda p: jnp.mean(model.apply({"params": p}, batch)))(params)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state

    for batch in batches:
        params, opt_state = step(params, opt_state, batch)
    return params


def trained_small(batches, key):
    model = Small()
    params = model.init(key, batches[0])["params"]
    opt_state = tx.init(params)

    @jax.jit
    def step(params, opt_state, batch):  # want: JOL301 (info)
        grads = jax.grad(lambda p: jnp.mean(model.apply({"params": p}, batch)))(params)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state

    for batch in batches:
        params, opt_state = step(params, opt_state, batch)
    return params


class Words(nnx.Module):
    def __init__(self, rngs):
        self.table = nnx.Embed(128_000, 512, rngs=rngs)
        self.out = nnx.Linear(512, 1, rngs=rngs)

    def __call__(self, words):
        return self.out(self.table(words))


class Line(nnx.Module):
    def __init__(self, rngs):
        self.out = nnx.Linear(8, 1, rngs=rngs)

    def __call__(self, x):
        return self.out(x)


@nnx.jit
def words_step(model, optimizer, batch):  # want: JOL301 (warning)
    grads = nnx.grad(lambda m: jnp.mean(m(batch) ** 2))(model)
    optimizer.update(model, grads)


@nnx.jit
def line_step(model, optimizer, batch):  # want: JOL301 (info)
    grads = nnx.grad(lambda m: jnp.mean(m(batch) ** 2))(model)
    optimizer.update(model, grads)


def trained_words(batches):
    model = Words(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, tx, wrt=nnx.Param)
    for batch in batches:
        words_step(model, optimizer, batch)
    line = Line(nnx.Rngs(1))
    line_optimizer = nnx.Optimizer(line, tx, wrt=nnx.Param)
    for batch in batches:
        line_step(line, line_optimizer, batch)
    return model, line


def several(held, batches):  # it trains somewhere that is not seen
    held, losses = improved(held, batches)
    return held, losses


def played(model, cache, batch):
    return cache.at[0].set(model(batch)), batch + 1


several_steps = nnx.jit(several)  # want: JOL301 (warning)
play = nnx.jit(played)  # want: JOL301 (info)


def trained_somewhere(batches):
    held = nnx.ModelAndOptimizer(Words(nnx.Rngs(0)), tx, wrt=nnx.Param)
    for _ in range(100):
        held, done = several_steps(held, batches)
    return held


def watched(batch):
    model = Words(nnx.Rngs(0))
    cache = jnp.zeros((100, 8))
    for _ in range(100):
        cache, batch = play(model, cache, batch)
    return cache


SIZES = {"base": lambda: Reader(), "other": Reader}


def trained_by_name(batches, key, name):
    model = SIZES[name]()
    params = model.init(key, batches[0])["params"]
    opt_state = tx.init(params)

    @jax.jit
    def step(params, opt_state, batch):  # want: JOL301 (info)
        grads = jax.grad(lambda p: jnp.mean(model.apply({"params": p}, batch)))(params)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state

    for batch in batches:
        params, opt_state = step(params, opt_state, batch)
    return params
