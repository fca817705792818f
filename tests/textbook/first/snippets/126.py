import jax
import jax.numpy as jnp


@jax.jit
def lorenz_step(s, dt):
    x, y, z = s
    return s + dt * jnp.array([10.0 * (y - x), x * (28.0 - z) - y, x * y - 8.0 / 3.0 * z])


def trajectory(s0, dt=1e-3, steps=20_000):
    path = s0[None]
    s = s0
    for _ in range(steps):
        s = lorenz_step(s, dt)
        path = jnp.concatenate([path, s[None]])
    return path


if __name__ == "__main__":
    print(trajectory(jnp.array([1.0, 1.0, 1.0])).shape)
