"""Steps that are added, a minus that is meant, one that stands elsewhere, and parts of chains."""

import jax
import optax

adam = optax.adam(1e-3)
ascent = optax.chain(optax.adam(1e-3), optax.scale(-1.0))
usual = optax.chain(optax.scale_by_adam(), optax.scale(-1e-3))
named = optax.chain(optax.scale_by_adam(), optax.scale_by_learning_rate(1e-3))
apart = optax.chain(optax.scale_by_adam(), optax.scale(1e-3))
inner = optax.chain(optax.scale_by_adam(), optax.scale(1e-3))
outer = optax.chain(inner, optax.scale(-1.0))
decayed = optax.chain(optax.add_decayed_weights(1e-4), optax.sgd(1e-3))
turned = optax.chain(optax.scale_by_adam(), optax.scale_by_schedule(lambda step: -1e-3))


def step(params, states, grads):
    for tx, state in zip((ascent, usual, named, outer, decayed, turned), states):
        updates, state = tx.update(grads, state, params)
        params = optax.apply_updates(params, updates)
    for tx in (ascent, usual):
        updates, _ = outer.update(grads, states[0])
        more, _ = decayed.update(grads, states[0], params)
        last, _ = turned.update(grads, states[0], params)
        _, _ = usual.update(grads, states[0]), named.update(grads, states[0])
    return params, updates, more, last


def up(params, state, grads):
    updates, state = ascent.update(grads, state)
    return jax.tree.map(lambda p, u: p + u, params, updates), state


def with_its_minus(params, state, grads):
    updates, state = apart.update(grads, state)
    return jax.tree.map(lambda p, u: p - u, params, updates), state


def difference(params, state, grads):
    updates, state = adam.update(grads, state)
    gap = jax.tree.map(lambda u, g: u - g, updates, grads)
    return optax.apply_updates(params, updates), state, gap


class Memory:
    def update(self, keys, values):
        return values, keys


def other(memory: Memory, params, keys):
    found, keys = memory.update(keys, params)
    return params - found, keys


def loss(params, x):
    return ((x @ params) ** 2).mean()


def by_hand(params, x):
    grads = jax.grad(loss)(params, x)
    grads = jax.tree.map(lambda g: -0.1 * g, grads)
    value, slopes = jax.value_and_grad(loss)(params, x)
    updates = jax.tree.map(lambda g: -0.1 * g, slopes)
    return optax.apply_updates(optax.apply_updates(params, grads), updates), value
