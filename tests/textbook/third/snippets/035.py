import jax
import jax.numpy as jnp


def lorenz(state, sigma=10.0, rho=28.0, beta=8.0 / 3.0):
    x, y, z = state
    return jnp.stack([sigma * (y - x), x * (rho - z) - y, x * y - beta * z])


@jax.jit
def integrate(state, dt=0.01):
    trajectory = []
    for _ in range(2000):
        k1 = lorenz(state)
        k2 = lorenz(state + 0.5 * dt * k1)
        state = state + dt * k2
        trajectory.append(state)
    return jnp.stack(trajectory)


if __name__ == "__main__":
    print(integrate(jnp.ones(3)).shape)
