"""Power iteration for the leading eigenvector of a 2048 x 2048 covariance matrix."""
import jax
import jax.numpy as jnp

DIM = 2048
STEPS = 5_000


def make_covariance(key):
    samples = jax.random.normal(key, (4 * DIM, DIM))
    return samples.T @ samples / samples.shape[0]


def leading_eigenvector(cov, key):
    v = jax.random.normal(key, (DIM,))
    v = v / jnp.linalg.norm(v)
    for _ in range(STEPS):
        step = jax.jit(lambda m, u: (m @ u) / jnp.linalg.norm(m @ u))
        v = step(cov, v)
    return v, v @ cov @ v


if __name__ == "__main__":
    data_key, init_key = jax.random.split(jax.random.key(0))
    vec, val = leading_eigenvector(make_covariance(data_key), init_key)
    print(f"leading eigenvalue {val:.4f}, norm {jnp.linalg.norm(vec):.4f}")
