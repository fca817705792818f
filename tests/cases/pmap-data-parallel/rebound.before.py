# not executed: no inputs
"""A name that its function loses to what is made of it: no other function can call it by that."""

import jax


def trainer(step, devices):
    def train(state):
        return jax.lax.scan(lambda s, _: (step(s), None), state, None, length=8)[0]

    if devices > 1:
        train = jax.pmap(train, axis_name="device")  # want: JOL602 "`train`"
    return train


def run(step, state):
    train = trainer(step, jax.device_count())
    for _ in range(10):
        state = train(state)
    return state
