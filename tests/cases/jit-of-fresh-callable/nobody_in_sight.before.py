# not executed: only the severity is looked at
import jax
import jax.numpy as jnp


def line(x, width):
    return jnp.exp(-((x / width) ** 2))


def widths(temperatures):
    from math import pi

    scale = jax.jit(jax.vmap(line, (0, None)))(temperatures, 2.0)  # want: JOL102 (info) "vmap"
    turned = jax.jit(lambda x: x * pi)(temperatures)  # want: JOL102 (info) "lambda"
    return scale + turned


def fitted(points, width):
    residual = jax.jit(lambda x: line(x, width))  # want: JOL102 (info) "lambda"
    return residual(points)


def relaxed(points, steps):
    step = jax.jit(lambda x: 0.5 * x)  # want: JOL102 (info) "lambda"
    for _ in range(steps):
        points = step(points)
    return points
