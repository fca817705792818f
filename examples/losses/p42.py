"""K-means with restarts, vectorised, with a device-side stopping rule."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

N, DIM, K, RESTARTS = 4000, 8, 12, 8


def make_points(seed):
    rng = np.random.default_rng(seed)
    centres = rng.uniform(-5, 5, size=(K, DIM))
    return (centres[rng.integers(K, size=N)] + rng.standard_normal((N, DIM))).astype(np.float32)


def assign(x, centres):
    dist = jnp.sum(x**2, 1)[:, None] - 2 * x @ centres.T + jnp.sum(centres**2, 1)
    return jnp.argmin(dist, 1), jnp.min(dist, 1).mean()


@partial(jax.jit, static_argnames="max_iter")
def kmeans(x, keys, max_iter):
    def single(key):
        start = x[jax.random.choice(key, N, (K,), replace=False)]

        def cond(carry):
            _, old, new, i = carry
            return (i < max_iter) & (old - new > 1e-6)

        def body(carry):
            centres, _, new, i = carry
            labels, _ = assign(x, centres)
            one_hot = jax.nn.one_hot(labels, K)
            counts = one_hot.sum(0)[:, None]
            centres = jnp.where(counts > 0, one_hot.T @ x / jnp.maximum(counts, 1), centres)
            return centres, new, assign(x, centres)[1], i + 1

        init = (start, jnp.float32(jnp.inf), assign(x, start)[1], 0)
        centres, _, inertia, iters = jax.lax.while_loop(cond, body, init)
        return centres, inertia, iters

    return jax.vmap(single)(keys)


def main():
    x = jnp.asarray(make_points(0))
    keys = jax.random.split(jax.random.PRNGKey(1), RESTARTS)
    _, inertia, iters = jax.device_get(kmeans(x, keys, 100))
    print("best inertia %.4f, worst %.4f, iterations %s" % (inertia.min(), inertia.max(), iters))


if __name__ == "__main__":
    main()
