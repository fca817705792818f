import jax
import jax.numpy as jnp


def relax(u, alpha):
    lap = jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1) - 4 * u
    return u + alpha * lap


def diffuse(u, alpha, n_steps):
    for _ in range(n_steps):
        u = jax.jit(lambda v: relax(v, alpha))(u)
    return u


if __name__ == "__main__":
    grid = jnp.zeros((1024, 1024)).at[512, 512].set(100.0)
    out = diffuse(grid, 0.1, 2_000)
    print(out.sum())
