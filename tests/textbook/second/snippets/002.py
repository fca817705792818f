import jax
import jax.numpy as jnp


@jax.jit
def matrix_power(a, n):
    out = jnp.eye(a.shape[0])
    for _ in range(n):
        out = out @ a
    return out


def mixing(transition, horizons=(1, 5, 25)):
    start = jnp.zeros(transition.shape[0]).at[0].set(1.0)
    return [start @ matrix_power(transition, h) for h in horizons]


if __name__ == "__main__":
    p = jnp.full((32, 32), 1.0 / 32)
    print(mixing(p)[-1][:4])
