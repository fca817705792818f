import jax
import jax.numpy as jnp

NUM_STEPS = 2_000
DT = 1e-3


def lorenz96(x, forcing=8.0):
    return (jnp.roll(x, -1) - jnp.roll(x, 2)) * jnp.roll(x, 1) - x + forcing


@jax.jit
def integrate(x0):
    x = x0
    trajectory = []
    for _ in range(NUM_STEPS):
        k1 = lorenz96(x)
        k2 = lorenz96(x + 0.5 * DT * k1)
        k3 = lorenz96(x + 0.5 * DT * k2)
        k4 = lorenz96(x + DT * k3)
        x = x + DT / 6.0 * (k1 + 2 * k2 + 2 * k3 + k4)
        trajectory.append(x)
    return jnp.stack(trajectory)


x0 = 8.0 + 0.01 * jax.random.normal(jax.random.key(0), (40,))
trajectory = integrate(x0)
print(trajectory.shape)
