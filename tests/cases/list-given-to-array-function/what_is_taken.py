"""What takes lists, lists that are arrays by then, and errors that are waited for."""

import jax.numpy as jnp
import numpy as np
import pytest


def joined(loss_fn, batches):
    losses = []
    for batch in batches:
        losses.append(loss_fn(batch))
    losses = jnp.stack(losses)
    return jnp.mean(losses)


def of_numpy(losses):
    collected = [float(loss) for loss in losses]
    return np.mean(collected), sum(collected)


def joins(xs):
    rows = [x * 2 for x in xs]
    return jnp.concatenate(rows), jnp.vstack(rows), jnp.array([1.0, 2.0])


def axes(x):
    both = (0, 1)
    return jnp.sum(x, both), jnp.tile(x, [2, 2]), jnp.reshape(x, (3, -1)), jnp.squeeze(x, [0])


def test_lists_are_refused():
    with pytest.raises(TypeError):
        jnp.sum([1.0, 2.0])


def rows_of(table):
    return [jnp.mean(row) for row in table]


def given(losses=()):
    return jnp.mean(losses)


def chosen(x, which, places):
    known = [0, 2, 5]
    rest = (x > 0, x < 1)
    return jnp.select(rest, [x, x]), jnp.full((2, 2), 0.0), x[jnp.array(known)], jnp.where(x > 0)


def unpacked(pair):
    return jnp.where(*pair), jnp.interp(0.5, [0.0, 1.0], [2.0, 3.0])
