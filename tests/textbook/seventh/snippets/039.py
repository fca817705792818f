import jax
import jax.numpy as jnp


def simulate_payoff(key, volatility, num_paths=100_000, num_steps=64):
    """Monte Carlo price of an at-the-money call under geometric Brownian motion."""
    dt = 1.0 / num_steps
    z = jax.random.normal(key, (num_steps, num_paths))
    log_return = jnp.sum(-0.5 * volatility**2 * dt + volatility * jnp.sqrt(dt) * z, axis=0)
    return jnp.mean(jnp.maximum(100.0 * jnp.exp(log_return) - 100.0, 0.0))


@jax.jit
def vega(key, volatility, bump=0.01):
    """Central difference with common random numbers, which cancels most of the noise."""
    up = simulate_payoff(key, volatility + bump)
    down = simulate_payoff(key, volatility - bump)
    return (up - down) / (2.0 * bump)


estimates = jax.lax.map(lambda k: vega(k, 0.2), jax.random.split(jax.random.key(0), 16))
print(estimates.mean(), estimates.std())
