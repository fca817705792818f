import jax
from jax._src import config


@jax.jit
def step(x):
    return x @ x


def lowered(x):
    return step(x).lower().compile()  # want: JOL904 "runs `step`, and its result has no `lower`"


def profiled(x):
    ready = step.lower(x).compile()
    with config.enable_pgle(True), config.pgle_profiling_runs(1):
        x = ready(x)  # want: JOL904 "was compiled on line 15"
        for _ in range(3):
            x = ready(x)  # want: JOL904
    return x
