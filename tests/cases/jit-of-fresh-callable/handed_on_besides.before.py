# not executed: reported for information, the fix is refused
"""What is called where it is made is compiled at each call, whatever else is done with it."""

import equinox as eqx
import jax
import jax.numpy as jnp
from somewhere import normalised


def evaluate(scale, batches):
    score = jax.jit(lambda x: jnp.sum(scale * x))  # want: JOL102 (info) "call of `evaluate`"
    total = sum(score(batch) for batch in batches)
    return total / normalised(score)


def timed(scale, x):
    @jax.jit
    def scaled(x):  # want: JOL102 (info) "call of `timed`"
        return scale * x

    scaled.lower(x).compile()
    return scaled(x)


def mapped(scale, rows):
    def scaled(x):
        return scale * x

    return jax.vmap(jax.jit(scaled))(rows)  # want: JOL102 (info) "call of `mapped`"


def of_many(scale, rows, axes):
    def scaled(x):
        return scale * x

    for _ in axes:
        scaled = jax.vmap(scaled)
    scaled = jax.jit(scaled)  # want: JOL102 (info) "call of `of_many`"
    return scaled(rows)


class Model(eqx.Module):
    scale: float

    def __call__(self, x):
        return jax.jit(lambda v: self.scale * v)(x)

    def draw(self, keys):
        @jax.jit
        def drawn(keys):  # want: JOL102 (info) "call of `draw`"
            return self.scale * jax.vmap(jax.random.normal)(keys)

        return drawn(keys)


def kept(scale, x):
    scaled = jax.jit(lambda v: scale * v)
    scaled(x)  # compiled by the time it is needed
    return scaled


def only_handed_on(scale, run):
    scaled = jax.jit(lambda v: scale * v)
    return run(scaled)
