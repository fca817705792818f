"""Classical RK4 integration of the driven decay y' = -k * y + sin(t).

``run(y0, t1, dt, k)`` integrates from t = 0 to exactly t = t1 with steps of
size ``dt``; if t1 is not a multiple of dt, the last step is shorter so that the
end is hit.  ``t1`` and ``dt`` are Python floats (never
traced), y0 a float32 array.  Returns y(t1).
"""
import functools

import jax
import jax.numpy as jnp


def _f(t, y, k):
    return -k * y + jnp.sin(t)


def _rk4(t, y, h, k):
    a = _f(t, y, k)
    b = _f(t + h / 2, y + h / 2 * a, k)
    c = _f(t + h / 2, y + h / 2 * b, k)
    d = _f(t + h, y + h * c, k)
    return y + h / 6 * (a + 2 * b + 2 * c + d)


@functools.partial(jax.jit, static_argnames=("t1", "dt"))
def run(y0, t1=1.0, dt=0.25, k=1.0):
    n = int(t1 / dt + 1e-6)

    def step(i, y):
        t = i * dt
        return _rk4(t, y, jnp.minimum(dt, t1 - t), k)

    return jax.lax.fori_loop(0, n, step, y0)


def inputs(key):
    return jax.random.normal(key, (3,)), 1.0, 0.25, 1.0
