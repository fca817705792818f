"""Daily calibration of a Heston-like smile (SVI) to option quotes."""
import jax
import jax.numpy as jnp
import numpy as np
import optax

DAYS = 7
N_QUOTES = 200
ITERS = 400


def svi_total_variance(p, k):
    a = jax.nn.softplus(p[0])
    b = jax.nn.softplus(p[1])
    rho = jnp.tanh(p[2])
    m = p[3]
    sigma = jax.nn.softplus(p[4])
    return a + b * (rho * (k - m) + jnp.sqrt((k - m) ** 2 + sigma ** 2))


def synth_quotes(rng):
    """A day of quotes: log-moneyness, maturity and implied volatility."""
    k = np.sort(rng.uniform(-0.6, 0.5, N_QUOTES)).astype(np.float32)
    a, b, rho, m, s = 0.02, 0.12, -0.4, 0.02, 0.15
    b = b * np.exp(0.2 * rng.standard_normal())
    rho = np.clip(rho + 0.1 * rng.standard_normal(), -0.9, 0.9)
    w = a + b * (rho * (k - m) + np.sqrt((k - m) ** 2 + s ** 2))
    iv = np.sqrt(w) * (1 + 0.01 * rng.standard_normal(N_QUOTES))
    spread = 0.002 + 0.02 * np.abs(k)
    return k, iv.astype(np.float32), spread.astype(np.float32)


def quote_loss(p, k, iv, spread):
    model = jnp.sqrt(svi_total_variance(p, k))
    err = (model - iv) / spread
    arbitrage = jax.nn.relu(jax.nn.softplus(p[1]) * (1 + jnp.abs(jnp.tanh(p[2]))) - 2.0)
    return jnp.mean(jnp.log1p(err ** 2)) + 10.0 * arbitrage ** 2


def fit_day(p0, k, iv, spread, tx):
    """Adam with a fixed number of iterations, all inside of one program."""
    objective = lambda p: quote_loss(p, k, iv, spread)

    def run(p):
        def body(carry, _):
            p, s = carry
            value, grad = jax.value_and_grad(objective)(p)
            updates, s = tx.update(grad, s, p)
            return (optax.apply_updates(p, updates), s), value

        (p, _), values = jax.lax.scan(body, (p, tx.init(p)), None, length=ITERS)
        cov = jnp.linalg.inv(jax.hessian(objective)(p) + 1e-3 * jnp.eye(5))
        return p, values[-1], jnp.sqrt(jnp.abs(jnp.diag(cov)))

    return jax.jit(run)(p0)


def main():
    rng = np.random.default_rng(11)
    tx = optax.adam(optax.cosine_decay_schedule(0.05, ITERS))
    p = np.array([-3.5, -2.0, -0.3, 0.0, -1.8], np.float32)
    results = []
    for day in range(DAYS):
        k, iv, spread = synth_quotes(rng)
        p, value, err = fit_day(p, k, iv, spread, tx)
        results.append((p, value, err))

    for day, (q, value, err) in enumerate(jax.device_get(results)):
        if day % 3 == 0:
            print(f"day {day:2d} loss {value:.4f} rho {np.tanh(q[2]):+.3f} m {q[3]:+.3f} (+-{err[3]:.3f})")


if __name__ == "__main__":
    main()
