import jax


@jax.jit
def target(reward: float, not_done: bool, next_value):
    return reward + not_done * 0.99 * next_value
