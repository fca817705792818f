"""A function of a module is the same object at each step: JAX finds the program it has."""

import jax


def train(state, p_step, batches, key):
    for step, batch in enumerate(batches):
        with jax.profiler.StepTraceAnnotation("train", step_num=step):
            step_key = (jax.jit(jax.random.fold_in)(key, step),)
            state, metrics = p_step(state, batch, *step_key)
    return state, metrics
