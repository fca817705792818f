# not executed: profiles are written
import jax
import jax.numpy as jnp


@jax.jit
def step(w, x):
    return w - 0.1 * jnp.tanh(x @ w).mean()


def steps(w, batches):
    with jax.profiler.trace("/tmp/steps"):  # want: JOL430 (warning) "still runs"
        for number, x in enumerate(batches):
            with jax.profiler.StepTraceAnnotation("train", step_num=number):
                w = step(w, x)
    return w.block_until_ready()


def started(w, x):
    w = step(w, x).block_until_ready()
    jax.profiler.start_trace("/tmp/started")
    for _ in range(3):
        w = step(w, x)
    jax.profiler.stop_trace()  # want: JOL430 "nothing in it waits"
    return w
