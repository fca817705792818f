import jax


@jax.jit
def traced(x):
    return 2 * jax.device_put(x)  # want: JOL406 "does nothing here"


def by_someone_unknown(step, state, batches, table):
    for batch in batches:
        state = step(state, batch, jax.device_put(table))  # want: JOL406
    return state
