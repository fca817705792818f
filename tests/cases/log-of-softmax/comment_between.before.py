import jax
import jax.numpy as jnp


def of_rewards(chosen, rejected):
    return jnp.log(  # want: JOL505
        # What lies between the two calls would be lost.
        jax.nn.sigmoid(chosen - rejected)
    )
