import jax
import jax.numpy as jnp

NUM_TIME_STEPS = 4_000
GRID = 256


def laplacian(u):
    return (
        jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1) - 4.0 * u
    )


@jax.jit
def simulate(u0, v0, feed, kill):
    u, v = u0, v0
    for _ in range(NUM_TIME_STEPS):
        uvv = u * v * v
        u = u + 0.16 * laplacian(u) - uvv + feed * (1.0 - u)
        v = v + 0.08 * laplacian(v) + uvv - (feed + kill) * v
    return u, v


if __name__ == "__main__":
    key = jax.random.key(0)
    u0 = jnp.ones((GRID, GRID))
    v0 = 0.1 * jax.random.uniform(key, (GRID, GRID))
    u, v = simulate(u0, v0, 0.035, 0.065)
    print("mean concentration:", u.mean(), v.mean())
