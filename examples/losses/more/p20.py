"""Metropolis sampling of a hierarchical model (eight-schools like, many schools)."""
import jax
import jax.numpy as jnp
import numpy as np


def synth(rng, schools=40):
    truth = rng.normal(4.0, 6.0, schools)
    sigma = rng.uniform(4.0, 14.0, schools)
    y = truth + sigma * rng.standard_normal(schools)
    return y.astype(np.float32), sigma.astype(np.float32)


@jax.jit
def log_posterior(theta, y, sigma):
    """theta = (mu, log tau, standardised effects)."""
    mu, log_tau, eta = theta[0], theta[1], theta[2:]
    effects = mu + jnp.exp(log_tau) * eta
    lp = -0.5 * (mu / 10.0) ** 2 - 0.5 * (log_tau - 1.0) ** 2
    lp += -0.5 * jnp.sum(eta ** 2)
    return lp - 0.5 * jnp.sum(((y - effects) / sigma) ** 2)


def metropolis_step(key, theta, lp, y, sigma, scale):
    k_prop, k_acc = jax.random.split(key)
    proposal = theta + scale * jax.random.normal(k_prop, theta.shape)
    lp_new = log_posterior(proposal, y, sigma)
    accept = jnp.log(jax.random.uniform(k_acc)) < lp_new - lp
    theta = jnp.where(accept, proposal, theta)
    lp = jnp.where(accept, lp_new, lp)
    return theta, lp, accept


def run_chain(key, y, sigma, samples, thin, scale):
    theta = jnp.zeros(2 + len(y))
    lp = log_posterior(theta, y, sigma)
    kept, accepted = [], []
    for i, k in enumerate(list(np.asarray(jax.random.split(key, samples)))):
        theta, lp, accept = metropolis_step(k, theta, lp, y, sigma, scale)
        accepted.append(accept)
        if i % thin == 0:
            kept.append(theta)
    return np.asarray(jax.device_get(kept)), np.mean(jax.device_get(accepted))


def summary(name, x):
    lo, mid, hi = np.quantile(x, [0.05, 0.5, 0.95])
    print(f"{name:>6}: {mid:7.2f}  [{lo:7.2f}, {hi:7.2f}]")


def effective_size(x, lags=100):
    x = x - x.mean()
    var = np.mean(x ** 2) + 1e-9
    rho = [np.mean(x[:-k] * x[k:]) / var for k in range(1, min(lags, len(x) // 2))]
    return len(x) / (1 + 2 * sum(r for r in rho if r > 0.05))


def main(samples=3000, thin=5):
    y, sigma = synth(np.random.default_rng(3))
    y, sigma = jax.device_put((y, sigma))
    draws, rate = run_chain(jax.random.PRNGKey(0), y, sigma, samples, thin, 0.25)
    draws = draws[len(draws) // 3:]
    print(f"acceptance {rate:.2f}, {len(draws)} draws kept")
    summary("mu", draws[:, 0])
    summary("tau", np.exp(draws[:, 1]))
    print(f"effective size of mu {effective_size(draws[:, 0]):.0f}")


if __name__ == "__main__":
    main()
