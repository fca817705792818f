"""Entropic optimal transport between two point clouds (Sinkhorn, log domain)."""
import argparse

import jax
import jax.numpy as jnp
import numpy as np

CHECK_EVERY = 50


def clouds(n, rng):
    a = rng.standard_normal((n, 2)) * [1.0, 0.3]
    angle = rng.uniform(0, 2 * np.pi, n)
    b = np.stack([np.cos(angle), np.sin(angle)], 1) + 0.1 * rng.standard_normal((n, 2))
    return a.astype(np.float32), b.astype(np.float32)


@jax.jit
def cost_matrix(a, b):
    return jnp.sum((a[:, None] - b[None]) ** 2, -1)


@jax.jit
def iterations(f, g, cost, eps):
    """CHECK_EVERY pairs of updates; gives the potentials and the marginal error."""
    n = cost.shape[0]
    log_w = -jnp.log(n)

    def body(_, fg):
        f, g = fg
        f = -eps * jax.nn.logsumexp((g[None] - cost) / eps + log_w, axis=1)
        g = -eps * jax.nn.logsumexp((f[:, None] - cost) / eps + log_w, axis=0)
        return f, g

    f, g = jax.lax.fori_loop(0, CHECK_EVERY, body, (f, g))
    row = jnp.exp((f[:, None] + g[None] - cost) / eps + 2 * log_w).sum(1)
    return f, g, jnp.sum(jnp.abs(row - 1.0 / n))


def sinkhorn(cost, eps, tolerance, max_iterations):
    n = cost.shape[0]
    f, g = jax.device_put((np.zeros(n, np.float32), np.zeros(n, np.float32)))
    done = 0
    while done < max_iterations:
        f, g, error = iterations(f, g, cost, eps)
        done += CHECK_EVERY
        if float(error) < tolerance:
            break
    return f, g, done, float(error)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--points", type=int, default=1100)
    ap.add_argument("--tolerance", type=float, default=1e-4)
    args = ap.parse_args()

    a, b = clouds(args.points, np.random.default_rng(0))
    cost = cost_matrix(a, b)
    for eps in (0.5, 0.1, 0.05):
        f, g, done, error = sinkhorn(cost, eps, args.tolerance, 400)
        value = np.asarray(f).mean() + np.asarray(g).mean()
        print(f"eps {eps:.2f}: {done} iterations, error {error:.2e}, dual value {value:.4f}")


if __name__ == "__main__":
    main()
