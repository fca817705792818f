"""`pjit` with the keywords that it had once, and specs that a condition chooses."""

import jax
from jax.experimental.pjit import pjit


def compile_step(train_step, state_spec, batch_spec, wide_spec, accumulate):
    return pjit(  # want: JOL601
        train_step,
        in_axis_resources=(  # want: JOL601
            state_spec,
            wide_spec if accumulate > 1 else batch_spec,
            None,
        ),
        out_axis_resources=(state_spec, None),  # want: JOL601
        donate_argnums=(0,),
    )


def run(mesh, step, state, batches, key):
    with mesh:
        for batch in batches:
            key, drop = jax.random.split(key)
            state, metrics = step(state, batch, drop)
    return state
