"""Bayesian logistic regression with HMC; all chains inside one compiled program."""
import numpy as np
import jax
import jax.numpy as jnp
from jax import lax

N, D = 1500, 24
CHAINS, WARM, KEEP, LEAPS = 8, 60, 120, 12


def build_problem(key):
    """Correlated design, standardised, with interactions."""
    k1, k2, k3, k4 = jax.random.split(key, 4)
    mix = jax.random.normal(k1, (D // 2, D // 2)) / jnp.sqrt(D / 2)
    base = jax.random.normal(k2, (N, D // 2)) @ (mix + jnp.eye(D // 2))
    inter = base * jnp.roll(base, 1, axis=1)
    x = jnp.concatenate([base, inter], axis=1)
    x = (x - x.mean(0)) / x.std(0)
    beta = jnp.where(jnp.arange(D) % 3 == 0, 1.0, 0.0) * jax.random.normal(k3, (D,))
    y = jax.random.bernoulli(k4, jax.nn.sigmoid(x @ beta)).astype(jnp.float32)
    return x, y, beta


def make_logpost(x, y):
    def logpost(b):
        z = x @ b
        return jnp.sum(y * z - jax.nn.softplus(z)) - 0.5 * jnp.sum(b ** 2)
    return logpost


def hmc(logpost, b, key, eps):
    kp, ku = jax.random.split(key)
    p0 = jax.random.normal(kp, b.shape)
    grad = jax.grad(logpost)

    def leap(c, _):
        b, p, g = c
        p = p + 0.5 * eps * g
        b = b + eps * p
        g = grad(b)
        return (b, p + 0.5 * eps * g, g), None

    (b1, p1, _), _ = lax.scan(leap, (b, p0, grad(b)), None, length=LEAPS)
    log_ratio = logpost(b1) - logpost(b) - 0.5 * (p1 @ p1 - p0 @ p0)
    prob = jnp.minimum(1.0, jnp.exp(log_ratio))
    return jnp.where(jax.random.uniform(ku) < prob, b1, b), prob


@jax.jit
def sample(x, y, start, key):
    logpost = make_logpost(x, y)

    def sweep(c, inp):
        b, log_eps = c
        k, warm = inp
        b, prob = jax.vmap(lambda bb, kk: hmc(logpost, bb, kk, jnp.exp(log_eps)))(b, jax.random.split(k, CHAINS))
        log_eps = log_eps + warm * 0.1 * (prob.mean() - 0.8)
        return (b, log_eps), (b, prob.mean())

    warm = (jnp.arange(WARM + KEEP) < WARM).astype(jnp.float32)
    (_, log_eps), (draws, acc) = lax.scan(
        sweep, (start, jnp.log(0.02)), (jax.random.split(key, WARM + KEEP), warm))
    return draws[WARM:], acc[WARM:].mean(), jnp.exp(log_eps)


def main():
    k_data, k_start, k_run = jax.random.split(jax.random.key(4), 3)
    x, y, beta = build_problem(k_data)
    start = 0.1 * jax.random.normal(k_start, (CHAINS, D))
    draws, acc, eps = sample(x, y, start, k_run)
    flat = np.asarray(draws).reshape(-1, D)
    err = np.abs(flat.mean(0) - np.asarray(beta))
    print("acceptance", float(acc.round(3)), "step size", float(eps.round(4)))
    print("mean abs error", err.mean().round(3), "mean sd", flat.std(0).mean().round(3))


if __name__ == "__main__":
    main()
