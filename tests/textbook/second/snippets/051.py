import jax
import jax.numpy as jnp


@jax.jit
def returns(prices):
    return jnp.diff(jnp.log(prices))


def realised_volatility(prices):
    r = returns(prices)
    total = 0.0
    for value in r:
        total += float(value) ** 2
    return (total / r.shape[0]) ** 0.5


if __name__ == "__main__":
    steps = 0.01 * jax.random.normal(jax.random.key(3), (1_000_000,))
    print(realised_volatility(100.0 * jnp.exp(jnp.cumsum(steps))))
