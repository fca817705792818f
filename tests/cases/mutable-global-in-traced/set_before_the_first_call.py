import jax
import jax.numpy as jnp

WIDTH = 4
if jax.device_count() > 1:
    WIDTH = 8

try:
    import fast_kernels

    FAST = True
except ImportError:
    FAST = False


@jax.jit
def widened(x):
    return jnp.tile(x, WIDTH) if FAST else jnp.repeat(x, WIDTH)


rate = 0.1
rate = rate * 2


@jax.jit
def step(x):
    return x - rate * x


out = [widened(step(jnp.ones(2))) for _ in range(3)]


def train(x, decay):
    scale = 1.0
    if decay:
        scale = 0.5

    @jax.jit
    def step(x):
        return x * scale

    for _ in range(3):
        x = step(x)
    return x
