from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=(0,))
def newton(residual, x0):
    def body(x, _):
        r = residual(x)
        j = jax.jacfwd(residual)(x)
        return x - jnp.linalg.solve(j, r), None

    x, _ = jax.lax.scan(body, x0, length=8)
    return x


def stiffness(x, y):
    return jnp.stack([y[0] + 0.01 * x[1], y[1] - 0.01 * x[0] ** 3])


def implicit_euler(y0, dt, num_steps=300):
    y = y0
    path = [y]
    for _ in range(num_steps):
        y_prev = y
        y = newton(lambda z: z - y_prev - dt * stiffness(y_prev, z), y)
        path.append(y)
    return jnp.stack(path)


if __name__ == "__main__":
    traj = implicit_euler(jnp.array([1.0, 0.5]), 0.01)
    print(traj.shape, traj[-1])
