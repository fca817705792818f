# not executed: nothing is rewritten
"""Fields that come in a dictionary: what is renewed elsewhere is a dataclass, and no table."""

import jax.numpy as jnp


def train(agent, batches, settings):
    for batch in batches:
        agent, info = agent.update(jnp.asarray(batch))
    agent.replace(**settings)  # want: JOL806 "leaves `agent` as it was"
    return agent


# A table changes in place, if it is told to.
def cleaned(frame, options):
    frame.replace(**options)
    return jnp.asarray(frame)
