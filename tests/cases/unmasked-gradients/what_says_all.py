"""Masks in chains, masks of what is no optimizer, labels that are all known."""

import optax

mask = {"body": False, "head": True}
rest = {"body": True, "head": False}
both = optax.chain(
    optax.masked(optax.adam(1e-3), mask), optax.masked(optax.set_to_zero(), rest)
)
decay = optax.masked(optax.add_decayed_weights(1e-4), mask)
frozen = optax.masked(optax.set_to_zero(), rest)
known = optax.multi_transform(
    {"train": optax.adam(1e-3), "freeze": optax.set_to_zero()},
    {"body": "freeze", "head": "train"},
)
part = optax.masked(optax.sgd(0.1), mask)
all_parts = optax.chain(part, frozen)


def step(params, states, grads):
    updates, _ = both.update(grads, states[0], params)
    more, _ = decay.update(grads, states[1], params)
    others, _ = all_parts.update(grads, states[2], params)
    last, _ = known.update(grads, states[3], params)
    return updates, more, others, last


def labelled(transforms, labels):
    return optax.multi_transform(transforms, labels)
