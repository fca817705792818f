import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (3,)),)


def field(x):
    return jnp.stack([10 * (x[1] - x[0]), x[0] * (28 - x[2]) - x[1], x[0] * x[1] - 8 / 3 * x[2]])


def run(x):
    """Ten RK4 steps of the Lorenz system; all states."""
    h = 0.005
    out = []
    for _ in range(10):
        a = field(x)
        b = field(x + h / 2 * a)
        c = field(x + h / 2 * b)
        d = field(x + h * c)
        x = x + h / 6 * (a + 2 * b + 2 * c + d)
        out.append(x)
    return jnp.stack(out)
