# not executed: only the severity is looked at
import jax
import jax.numpy as jnp


def line(x, width):
    return jnp.exp(-((x / width) ** 2))


jitted_vmap_line = jax.jit(jax.vmap(line, (0, None)))


def widths(temperatures):
    from math import pi

    scale = jitted_vmap_line(temperatures, 2.0)
    turned = jax.jit(lambda x: x * pi)(temperatures)
    return scale + turned


def fitted(points, width):
    residual = jax.jit(lambda x: line(x, width))
    return residual(points)


step = jax.jit(lambda x: 0.5 * x)


def relaxed(points, steps):
    for _ in range(steps):
        points = step(points)
    return points
