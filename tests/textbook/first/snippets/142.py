import jax
import jax.numpy as jnp


def option_price(key, spot, strike, vol, t, n):
    z = jax.random.normal(key, (n,))
    z = jnp.concatenate([z, -z])
    terminal = spot * jnp.exp(-0.5 * vol**2 * t + vol * jnp.sqrt(t) * z)
    return jnp.maximum(terminal - strike, 0.0).mean()


price_and_greeks = jax.jit(jax.value_and_grad(option_price, argnums=(1, 3)), static_argnums=5)


def book(key, strikes):
    keys = jax.random.split(key, len(strikes))
    return [price_and_greeks(k, 100.0, s, 0.2, 1.0, 10_000) for k, s in zip(keys, strikes)]


if __name__ == "__main__":
    print(book(jax.random.key(5), [90.0, 100.0, 110.0]))
