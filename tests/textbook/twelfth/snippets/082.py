from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=("num_steps",))
def integrate(y0, dt, num_steps):
    def field(y):
        return jnp.stack([10.0 * (y[1] - y[0]), y[0] * (28.0 - y[2]) - y[1],
                          y[0] * y[1] - 8.0 / 3.0 * y[2]])

    def body(y, _):
        k1 = field(y)
        k2 = field(y + 0.5 * dt * k1)
        k3 = field(y + 0.5 * dt * k2)
        k4 = field(y + dt * k3)
        y = y + dt / 6.0 * (k1 + 2 * k2 + 2 * k3 + k4)
        return y, y

    return jax.lax.scan(body, y0, length=num_steps)


def main():
    y = jnp.array([1.0, 1.0, 1.0])
    for window in range(20):
        y, path = integrate(y, 0.01, num_steps=500)
        print(window, path.mean(axis=0))


if __name__ == "__main__":
    main()
