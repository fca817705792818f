import jax

rate = 0.1
size = 3


@jax.jit
def step(w):
    return w - rate * w * size  # fact: stale_reads rate in step, stored by decay at 14


def decay():
    global rate
    rate = 0.5 * rate
