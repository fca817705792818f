"""Estimate the burst rate of an earthquake catalogue (Hawkes process) from time stamps."""

import jax
import jax.numpy as jnp
import numpy as np

T0 = 1_700_000_000.0


def catalogue(seed, n_main=400):
    rng = np.random.default_rng(seed)
    mains = np.sort(rng.uniform(0, 2.0e6, size=n_main))
    events = [mains]
    for t in mains:
        k = rng.poisson(6)
        events.append(t + rng.exponential(45.0, size=k))
    return T0 + np.sort(np.concatenate(events))


def log_likelihood(params, times):
    mu, alpha, beta = jnp.exp(params)
    gaps = jnp.diff(times)

    def body(a, gap):
        a = jnp.exp(-beta * gap) * (1.0 + a)
        return a, jnp.log(mu + alpha * beta * a)

    _, terms = jax.lax.scan(body, jnp.float32(0.0), gaps)
    horizon = times[-1] - times[0]
    compensator = mu * horizon + alpha * jnp.sum(1.0 - jnp.exp(-beta * (times[-1] - times)))
    return jnp.log(mu) + jnp.sum(terms) - compensator


@jax.jit
def fit(params, times):
    scale = 1.0 / times.shape[0]

    def body(carry, _):
        params, m, v, t = carry
        value, g = jax.value_and_grad(lambda p: -scale * log_likelihood(p, times))(params)
        m = 0.9 * m + 0.1 * g
        v = 0.99 * v + 0.01 * g**2
        params = params - 0.03 * (m / (1 - 0.9**t)) / (jnp.sqrt(v / (1 - 0.99**t)) + 1e-8)
        return (params, m, v, t + 1.0), value

    init = (params, jnp.zeros_like(params), jnp.zeros_like(params), jnp.float32(1.0))
    (params, *_), values = jax.lax.scan(body, init, None, length=400)
    return params, values


def main():
    stamps = catalogue(0)
    times = jnp.asarray(stamps)
    params, values = fit(jnp.log(jnp.array([1e-3, 0.3, 1e-2])), times)
    mu, alpha, beta = np.exp(np.asarray(params))
    print("events", len(stamps), "objective %.4f" % float(values[-1]))
    print("background rate %.2e per s, branching %.3f, decay time %.1f s" % (mu, alpha, 1 / beta))
    print("median gap %.2f s" % float(jnp.median(jnp.diff(times))))


if __name__ == "__main__":
    main()
