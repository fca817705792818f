# not executed: nothing is rewritten
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.pmap, axis_name="data")
def update(params, grads):
    index = lax.axis_index("data")
    total = lax.psum(grads.reshape(8, -1), axis_name="data")  # want: JOL515 "the whole"
    # each device renews its own part
    part = total[index] / 8
    return lax.all_gather(params[index] - part, "data")


@partial(jax.pmap, axis_name="data")
def sliced(grads, size=4):
    mean = lax.pmean(grads, "data")  # want: JOL515
    return lax.dynamic_slice_in_dim(mean, lax.axis_index("data") * 4, 4)


@partial(jax.pmap, axis_name="data")
def at_once(grads):
    return lax.psum(grads, "data")[lax.axis_index("data")]  # want: JOL515


print(update, sliced, at_once, jnp.ones(3))
