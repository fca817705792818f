import jax


@jax.jit
def step(x):
    jax.debug.print("{}", x)  # fact: debug_calls jitted at steps.py:4
    return x


def eager(x):
    jax.debug.print("{}", x)
    return x


@jax.jit
def debug_step(x):
    jax.debug.print("{}", x)  # fact: debug_calls jitted at steps.py:15
    return x
