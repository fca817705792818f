# not executed: there is no fix
import functools

import jax
import jax.numpy as jnp
from jax import lax


def skipped(state, grads, finite):
    state = state.apply_gradients(grads=grads)
    return state.replace(
        params=jax.tree.map(functools.partial(jnp.where, finite), state.params, state.params),  # want: JOL867 (warning) "the leaves of `state.params`"
        # The same condition, and the same mistake.
        more=jax.tree.map(functools.partial(jnp.where, finite), state.more, state.more),
        opt_state=jax.tree_util.tree_map(lambda new, old: jnp.where(finite, new, old), state.opt_state, state.opt_state),  # want: JOL867
    )


def near(distance, paired):
    close = jnp.where(paired, distance <= 8, distance <= 8)  # want: JOL867 "`distance <= 8`"
    return lax.select(close, jnp.abs(distance), jnp.abs(distance))  # want: JOL867
