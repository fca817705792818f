import jax
import jax.numpy as jnp


def price(key, vol, n_paths=100_000):
    z = jax.random.normal(key, (n_paths,))
    s = 100.0 * jnp.exp(-0.5 * vol**2 + vol * z)
    return jnp.maximum(s - 100.0, 0.0).mean()


@jax.jit
def vega(key, vol, bump=1e-2):
    # common random numbers: both prices must see the same paths
    up, down = price(key, vol + bump), price(key, vol - bump)
    return (up - down) / (2 * bump)


def surface(seed, vols):
    keys = jax.random.split(jax.random.key(seed), vols.shape[0])
    return jax.vmap(vega)(keys, vols)
