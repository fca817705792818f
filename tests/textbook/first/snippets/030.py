import jax
import jax.numpy as jnp


def make_problem(seed, n, d):
    key = jax.random.key(seed)
    w_true = jax.random.normal(key, (d,))
    x = jax.random.normal(key, (n, d))
    y = x @ w_true
    return x, y, w_true


@jax.jit
def lstsq(x, y):
    return jnp.linalg.solve(x.T @ x, x.T @ y)


if __name__ == "__main__":
    x, y, w = make_problem(0, 200, 8)
    print(jnp.abs(lstsq(x, y) - w).max())
