"""Order arrival statistics (Hawkes intensity) from exchange ticks with nanosecond stamps."""
import jax
import jax.numpy as jnp
import numpy as np

TICKS = 150_000
OPEN_NS = np.int64(1_700_000_000_000_000_000)


def synth_ticks(rng):
    """Clustered arrivals: nanosecond time stamps since the epoch and traded sizes."""
    base = rng.exponential(1.2, TICKS)
    burst = rng.random(TICKS) < 0.6
    gaps = np.where(burst, rng.exponential(0.005, TICKS), base)
    stamps = OPEN_NS + (np.cumsum(gaps) * 1e9).astype(np.int64)
    sizes = rng.geometric(0.05, TICKS).astype(np.float32)
    return stamps, sizes


def gaps_in_seconds(stamps):
    return jnp.diff(stamps) / 1e9


def hawkes_loglik(theta, gaps):
    """Exponential kernel, by the usual recursion over the events."""
    mu, alpha, beta = jax.nn.softplus(theta)

    def step(a, dt):
        decay = jnp.exp(-beta * dt)
        a_new = decay * (1.0 + a)
        lam = mu + alpha * a_new
        compensator = mu * dt + alpha / beta * (1.0 - decay) * (1.0 + a)
        return a_new, jnp.log(lam) - compensator

    _, terms = jax.lax.scan(step, 0.0, gaps)
    return jnp.mean(terms)


@jax.jit
def fit(gaps, theta, iterations=250):
    """Gradient ascent with a normalised step."""

    def body(i, theta):
        g = jax.grad(hawkes_loglik)(theta, gaps)
        return theta + 0.05 * g / (jnp.linalg.norm(g) + 1e-6)

    theta = jax.lax.fori_loop(0, iterations, body, theta)
    return theta, hawkes_loglik(theta, gaps)


@jax.jit
def volume_clock(gaps, sizes):
    """Mean size by decile of waiting time."""
    order = jnp.argsort(gaps)
    n = gaps.shape[0] // 10 * 10
    return sizes[1:][order][:n].reshape(10, -1).mean(1)


def main():
    rng = np.random.default_rng(0)
    stamps, sizes = synth_ticks(rng)
    ticks = jnp.asarray(stamps)
    gaps = jax.jit(gaps_in_seconds)(ticks)
    theta0 = np.array([0.5, 0.5, 2.0], np.float32)
    theta, value = fit(gaps, theta0)
    mu, alpha, beta = np.log1p(np.exp(np.asarray(theta)))
    print(f"mu {mu:.3f}  alpha {alpha:.3f}  beta {beta:.3f}  loglik/event {float(value):.4f}")
    print(f"ticks per second {len(sizes) / float(jnp.sum(gaps)):.2f}")
    print("mean size by waiting time", np.array2string(np.asarray(volume_clock(gaps, sizes)), precision=2))


if __name__ == "__main__":
    main()
