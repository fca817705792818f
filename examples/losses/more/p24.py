"""Bayesian logistic regression (heart-disease like data) with Hamiltonian Monte Carlo."""
import argparse

import jax
import jax.numpy as jnp
import numpy as np

CHAINS = 8


def patients(n, features, rng):
    x = rng.standard_normal((n, features))
    x[:, 1] += 0.7 * x[:, 0]
    w = rng.standard_normal(features) * (rng.random(features) < 0.5)
    y = rng.random(n) < 1 / (1 + np.exp(-(x @ w - 0.5)))
    x = np.concatenate([np.ones((n, 1)), x], 1)
    return x.astype(np.float32), y.astype(np.float32), w


def log_posterior(w, x, y):
    logits = x @ w
    return jnp.sum(y * logits - jax.nn.softplus(logits)) - 0.5 * jnp.sum(w ** 2) / 4.0


def hmc_step(w, key, x, y, step, leaps):
    k_momentum, k_accept = jax.random.split(key)
    p0 = jax.random.normal(k_momentum, w.shape)
    grad = jax.grad(log_posterior)

    def leap(_, wp):
        w, p = wp
        p = p + 0.5 * step * grad(w, x, y)
        w = w + step * p
        return w, p + 0.5 * step * grad(w, x, y)

    w1, p1 = jax.lax.fori_loop(0, leaps, leap, (w, p0))
    h0 = log_posterior(w, x, y) - 0.5 * p0 @ p0
    h1 = log_posterior(w1, x, y) - 0.5 * p1 @ p1
    accept = jnp.log(jax.random.uniform(k_accept)) < h1 - h0
    return jnp.where(accept, w1, w), accept


def chain(key, start, x, y, draws, step, leaps):
    def body(w, k):
        w, accept = hmc_step(w, k, x, y, step, leaps)
        return w, (w, accept)

    _, out = jax.lax.scan(body, start, jax.random.split(key, draws))
    return out


def r_hat(draws):
    """Gelman-Rubin statistic, [chains, draws, features]."""
    n = draws.shape[1]
    within = draws.var(1, ddof=1).mean(0)
    between = n * draws.mean(1).var(0, ddof=1)
    return np.sqrt(((n - 1) / n * within + between / n) / within)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--draws", type=int, default=200)
    ap.add_argument("--step", type=float, default=0.05)
    args = ap.parse_args()

    x, y, truth = patients(600, 12, np.random.default_rng(0))
    x, y = jax.device_put((x, y))
    k_start, k_run = jax.random.split(jax.random.PRNGKey(0))
    start = 0.1 * jax.random.normal(k_start, (CHAINS, x.shape[1]))
    run = jax.jit(jax.vmap(lambda k, s: chain(k, s, x, y, args.draws, args.step, 8)))
    draws, accepted = jax.device_get(run(jax.random.split(k_run, CHAINS), start))
    draws = draws[:, args.draws // 2:]
    print(f"acceptance {accepted.mean():.2f}, worst r-hat {r_hat(draws).max():.3f}")
    mean = draws.mean((0, 1))[1:]
    print("posterior mean", np.array2string(mean[:6], precision=2))
    print("truth         ", np.array2string(truth[:6], precision=2))


if __name__ == "__main__":
    main()
