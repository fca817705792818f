"""Parameters that are given, optimizers that ignore them, optimizers that are not known, and
updates of other things."""

import optax
import pytest

plain = optax.chain(optax.clip_by_global_norm(1.0), optax.sgd(1e-2, momentum=0.9))
weighted = optax.adamw(1e-3)


def ignored(grads, state):
    return plain.update(grads, state)


def given(params, grads, state):
    first = weighted.update(grads, state, params)
    second = weighted.update(grads, state, params=params)
    return first, second, weighted.update(*(grads, state, params))


def either(name, grads, state):
    tx = optax.adamw(1e-3) if name == "adamw" else optax.adam(1e-3)
    return tx.update(grads, state)


def made(name, grads, state):
    if name == "adamw":
        tx = optax.adamw(1e-3)
    else:
        tx = optax.adam(1e-3)
    return tx.update(grads, state)


def handed(tx, grads, state):
    return tx.update(grads, state)


def both(grads, state):
    handed(plain, grads, state)
    return handed(weighted, grads, state)


def named(lamb, table):
    adamw = {}
    adamw.update(table)
    return lamb.update(table, table)


def test_params_are_needed(grads, state):
    with pytest.raises(ValueError):
        weighted.update(grads, state)
