# not executed: what is shown is how much memory is known to be at stake
"""Steps of large networks of which not every call can be seen: the calls in sight replace the old
state, and that nobody else holds it is what is assumed."""

from functools import partial

import equinox as eqx
import flax.linen as nn
import flax.struct
import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-3)


class Mixing(nn.Module):
    width: int

    @nn.compact
    def __call__(self, x):
        q, k, v = jnp.split(nn.Dense(3 * self.width)(x), 3, axis=-1)
        weights = nn.softmax(q @ k.swapaxes(-1, -2))
        weights = nn.Dropout(0.1, deterministic=True)(weights)
        return x + weights @ v


class Gate(nn.Module):
    @nn.compact
    def __call__(self, x):
        shares = nn.softmax(nn.Dense(4)(x))
        return nn.Dense(4)(x) * shares


class Calendar(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(1)(nn.Embed(12, 8)(x))


def loss(apply, params, batch):
    return jnp.mean(apply({"params": params}, batch) ** 2)


def make_step(apply):
    def step(params, opt_state, batch):
        grads = jax.grad(lambda p: loss(apply, p, batch))(params)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state

    return jax.jit(step, donate_argnames=("params", "opt_state"))


def made_by_a_function(batches, key):
    model = Mixing(64)
    params = model.init(key, batches[0])["params"]
    opt_state = tx.init(params)
    step = make_step(model.apply)
    for batch in batches:
        params, opt_state = step(params, opt_state, batch)
    return params


def make_other_step(apply):
    def step(params, opt_state, batch):
        grads = jax.grad(lambda p: loss(apply, p, batch))(params)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state

    return jax.jit(step, donate_argnames="opt_state")


def state_kept_beside(batches, key):
    model = Mixing(64)
    params = model.init(key, batches[0])["params"]
    opt_state = tx.init(params)
    step = make_other_step(model.apply)
    for batch in batches:
        tried, opt_state = step(params, opt_state, batch)
        params = jax.tree.map(lambda a, b: 0.5 * (a + b), params, tried)
    return params


class Trainer(flax.struct.PyTreeNode):
    params: dict
    opt_state: optax.OptState
    apply: callable = flax.struct.field(pytree_node=False)

    @partial(jax.jit, donate_argnames="self")
    def update(self, batch):
        grads = jax.grad(lambda p: loss(self.apply, p, batch))(self.params)
        updates, opt_state = tx.update(grads, self.opt_state)
        params = optax.apply_updates(self.params, updates)
        return self.replace(params=params, opt_state=opt_state)


def method_of_a_state(batches, key):
    model = Mixing(64)
    params = model.init(key, batches[0])["params"]
    trainer = Trainer(params, tx.init(params), model.apply)
    for batch in batches:
        trainer = trainer.update(batch)
    return trainer


@partial(jax.jit, static_argnames="apply", donate_argnames=("params", "opt_state"))
def by_keyword(params, opt_state, batch, apply):
    grads = jax.grad(lambda p: loss(apply, p, batch))(params)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state


def given_by_keyword(batches, key):
    model = Mixing(64)
    params = model.init(key, batches[0])["params"]
    opt_state = tx.init(params)
    for batch in batches:
        params, opt_state = by_keyword(
            params=params, opt_state=opt_state, batch=batch, apply=model.apply
        )
    return params


class Reader(eqx.Module):
    table: eqx.nn.Embedding

    def __init__(self, key):
        self.table = eqx.nn.Embedding(64_000, 512, key=key)

    def __call__(self, words):
        return jnp.mean(self.table(words))


@eqx.filter_jit
def filtered(model, opt_state, words):
    grads = eqx.filter_grad(lambda m: m(words))(model)
    updates, opt_state = tx.update(grads, opt_state)
    return eqx.apply_updates(model, updates), opt_state


def by_a_filter(batches, key):
    model = Reader(key)
    opt_state = tx.init(eqx.filter(model, eqx.is_array))
    for words in batches:
        model, opt_state = filtered(model, opt_state, words)
    return model


def small_calendar(batches, key):
    model = Calendar()
    params = model.init(key, batches[0])["params"]
    opt_state = tx.init(params)

    @partial(jax.jit, donate_argnames=("params", "opt_state"))
    def step(params, opt_state, batch):
        grads = jax.grad(lambda p: loss(model.apply, p, batch))(params)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state

    for batch in batches:
        params, opt_state = step(params, opt_state, batch)
    return params


def small_gate(batches, key):
    model = Gate()
    params = model.init(key, batches[0])["params"]
    opt_state = tx.init(params)

    @partial(jax.jit, donate_argnames=("params", "opt_state"))
    def step(params, opt_state, batch):
        grads = jax.grad(lambda p: loss(model.apply, p, batch))(params)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state

    for batch in batches:
        params, opt_state = step(params, opt_state, batch)
    return params


def unwrapped_on_the_way(batches, key):
    model = Mixing(64)
    params = model.init(key, batches[0])
    params = params["params"]
    opt_state = tx.init(params)

    @partial(jax.jit, donate_argnames=("params", "opt_state"))
    def step(params, opt_state, batch):
        grads = jax.grad(lambda p: loss(model.apply, p, batch))(params)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state

    for batch in batches:
        params, opt_state = step(params, opt_state, batch)
    return params
