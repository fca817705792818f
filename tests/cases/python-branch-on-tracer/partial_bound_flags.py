import functools

import jax


def train_step(state, batch, *, debug, config):
    if debug:
        print("tracing")
    if config.clip > 0 and not config.frozen:
        state = state - batch
    return state


train = jax.pmap(functools.partial(train_step, debug=True, config=object()), axis_name="batch")
