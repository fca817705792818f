import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnums=(0,))
def diffuse(u, dt):
    lap = jnp.roll(u, 1) + jnp.roll(u, -1) - 2.0 * u
    return u + dt * lap


def run(u, dt, tol):
    for i in range(100):
        new_u = diffuse(u, dt)
        change = jnp.max(jnp.abs(new_u - u))
        u = new_u
        if change < tol:
            break
    return u, i


u0 = jnp.sin(jnp.linspace(0.0, 6.28, 64))
final, iterations = run(u0, 0.2, 1e-5)
print(iterations, final.sum())
