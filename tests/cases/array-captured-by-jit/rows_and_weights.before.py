# not executed: there is no fix
"""Rows that are taken by other words than an index, and weights that are bound before the jit."""

from functools import partial

import jax
import jax.numpy as jnp


class Dataset:
    def __init__(self, columns, seed):
        self.columns = columns
        self.key = jax.random.key(seed)
        self._draw = None

    def batch(self, size):
        if self._draw is None:
            columns = jax.device_put(self.columns)

            @jax.jit
            def draw(key):
                key, now = jax.random.split(key)
                rows = jax.random.randint(now, (size,), 0, 100_000)
                return key, jax.tree.map(
                    lambda column: jnp.take(column, rows, axis=0),  # want: JOL113 "rows of `columns`"
                    columns,
                )

            self._draw = draw
        self.key, batch = self._draw(self.key)
        return batch


def make_sampler(load, size):
    points, plans = load()

    @jax.jit
    def sample(key):
        keys = jax.random.split(key, len(points))
        out = []
        for i in range(len(points)):
            if i == 0:
                rows = jax.random.randint(keys[i], (size,), 0, 1000)
            else:
                rows = jax.random.categorical(keys[i], plans[i - 1][rows])  # want: JOL113 "rows of `plans`"
            out.append(points[i][rows])  # want: JOL113 "rows of `points`"
        return jnp.stack(out)

    return sample


def score(apply_fn, params, state, batch):
    return apply_fn({"params": params, **state}, batch["x"])


def evaluate(model, params, state, loader):
    step = partial(score, model.apply, params, state)  # want: JOL113 "binds arrays of `params`"
    step = jax.jit(step)
    return [step(batch) for batch in loader]
