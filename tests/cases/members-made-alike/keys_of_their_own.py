"""Keys that are mapped over, members told apart by their axis, and copies."""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.split_rngs(splits=10)
@nnx.vmap(in_axes=0, out_axes=0, axis_size=10)
def make(rngs):
    return nnx.Linear(4, 4, rngs=rngs)


def numbered(key):
    return jax.random.normal(jax.random.fold_in(key, jax.lax.axis_index("members")))


def copied(x):
    return jnp.tanh(x)


def main(key, x):
    apart = jax.vmap(numbered, in_axes=None, axis_size=4, axis_name="members")(key)
    copies = jax.vmap(copied, in_axes=None, axis_size=4)(x)
    own = jax.vmap(jax.random.normal, axis_size=4)(jax.random.split(key, 4))
    return make(nnx.Rngs(0)), apart, copies, own
