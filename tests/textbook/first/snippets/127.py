import jax
import jax.numpy as jnp
import jax.random as jr


def simulate_returns(key, n_paths, n_days, vol=0.01):
    key, start_key = jr.split(key)
    price = jnp.exp(0.1 * jr.normal(start_key, (n_paths,)))

    def day(carry, _):
        price, key = carry
        key, shock_key, jump_key = jr.split(key, 3)
        shock = vol * jr.normal(shock_key, price.shape)
        jump = jnp.where(jr.bernoulli(jump_key, 0.01, price.shape), -0.1, 0.0)
        price = price * jnp.exp(shock + jump)
        return (price, key), price

    _, path = jax.lax.scan(day, (price, key), None, length=n_days)
    return path


run = jax.jit(simulate_returns, static_argnums=(1, 2))

if __name__ == "__main__":
    print(run(jr.key(11), 1000, 250)[-1].mean())
