from __future__ import annotations

import jax
import jax.numpy as jnp


def predict(mean, cov, a, q):
    return a @ mean, a @ cov @ a.T + q


def correct(mean, cov, z, h, r):
    innovation_cov = h @ cov @ h.T + r
    gain = cov @ h.T @ jnp.linalg.inv(innovation_cov)
    mean = mean + gain @ (z - h @ mean)
    cov = cov - gain @ h @ cov
    return mean, cov


@jax.jit
def kalman_filter(zs, mean, cov, a, q, h, r):
    def body(carry, z):
        mean, cov = predict(*carry, a, q)
        mean, cov = correct(mean, cov, z, h, r)
        return (mean, cov), mean

    return jax.lax.scan(body, (mean, cov), zs)


def main() -> None:
    dim, obs, steps = 64, 48, 1000
    kh, kz = jax.random.split(jax.random.key(0))
    h = jax.random.normal(kh, (obs, dim)) / dim**0.5
    zs = jax.random.normal(kz, (steps, obs))
    eye = jnp.eye(dim)
    _, means = kalman_filter(
        zs, jnp.zeros(dim), eye, 0.99 * eye, 0.01 * eye, h, 0.1 * jnp.eye(obs)
    )
    print(means[-1, :4])


if __name__ == "__main__":
    main()
