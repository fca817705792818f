import jax
import jax.numpy as jnp


@jax.jit
def diffuse(u, alpha):
    for _ in range(2000):
        lap = jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1) - 4 * u
        u = u + alpha * lap
    return u


def main():
    u = jnp.zeros((512, 512)).at[256, 256].set(100.0)
    print(diffuse(u, 0.1).max())


if __name__ == "__main__":
    main()
