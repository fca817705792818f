"""Price a barrier option in the Heston model by Monte Carlo."""
import argparse

import jax
import jax.numpy as jnp
import numpy as np


class Heston:
    """Parameters of the variance process and of the spot."""

    def __init__(self, spot=100.0, rate=0.02, v0=0.04, kappa=1.5, theta=0.04, xi=0.5, rho=-0.7):
        self.spot, self.rate, self.v0 = spot, rate, v0
        self.kappa, self.theta, self.xi, self.rho = kappa, theta, xi, rho


def simulate(key, model, paths, steps, maturity):
    """Full-truncation Euler; gives terminal spot and running maximum."""
    dt = maturity / steps

    def step(carry, k):
        log_s, v, top = carry
        z_v = jax.random.normal(k, (paths,))
        z_perp = jax.random.normal(k, (paths,))
        z_s = model.rho * z_v + jnp.sqrt(1 - model.rho ** 2) * z_perp
        vp = jnp.maximum(v, 0.0)
        log_s = log_s + (model.rate - 0.5 * vp) * dt + jnp.sqrt(vp * dt) * z_s
        v = v + model.kappa * (model.theta - vp) * dt + model.xi * jnp.sqrt(vp * dt) * z_v
        return (log_s, v, jnp.maximum(top, log_s)), None

    start = jnp.full(paths, jnp.log(model.spot))
    carry = (start, jnp.full(paths, model.v0), start)
    (log_s, _, top), _ = jax.lax.scan(step, carry, jax.random.split(key, steps))
    return jnp.exp(log_s), jnp.exp(top)


def price(key, model, strike, barrier, paths, steps, maturity):
    """Up-and-out call: value and standard error."""
    s, top = simulate(key, model, paths, steps, maturity)
    payoff = jnp.where(top < barrier, jnp.maximum(s - strike, 0.0), 0.0)
    payoff = payoff * jnp.exp(-model.rate * maturity)
    return payoff.mean(), payoff.std() / jnp.sqrt(paths)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--paths", type=int, default=30_000)
    ap.add_argument("--steps", type=int, default=250)
    ap.add_argument("--seed", type=int, default=0)
    args = ap.parse_args()

    model = Heston()
    pricer = jax.jit(lambda key, strike, barrier: price(
        key, model, strike, barrier, args.paths, args.steps, 1.0))
    grid = [(k, b) for k in (90.0, 100.0) for b in (115.0, 130.0, 150.0)]
    keys = np.asarray(jax.random.split(jax.random.PRNGKey(args.seed), len(grid)))
    values = [pricer(key, k, b) for key, (k, b) in zip(keys, grid)]
    for (k, b), (value, err) in zip(grid, jax.device_get(values)):
        print(f"strike {k:5.0f} barrier {b:5.0f}: {value:7.4f} +- {err:.4f}")


if __name__ == "__main__":
    main()
