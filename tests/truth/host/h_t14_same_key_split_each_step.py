"""Each step splits the key from before the loop: the same numbers on every step."""

import jax
from jax import random


def train(config, state, p_train_step, buffer):
    init_rng = random.PRNGKey(config.seed)
    init_rng, rng = random.split(init_rng)
    batch = None
    for step in range(config.steps):
        with jax.profiler.StepTraceAnnotation("train", step_num=step):
            while batch is None:
                batch = buffer.pop()
            train_rng, rng = random.split(init_rng)  # want: JOL802
            state, metrics = p_train_step(state, batch, train_rng)
        if step % config.every == 0:
            print(step, metrics)
    return state
