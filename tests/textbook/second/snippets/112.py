import jax
import jax.numpy as jnp
import numpy as np


def save_rng(path, key):
    np.savez(path, data=np.asarray(jax.random.key_data(key)), impl=str(jax.random.key_impl(key)))


def load_rng(path):
    blob = np.load(path)
    return jax.random.wrap_key_data(jnp.asarray(blob["data"]), impl=str(blob["impl"]))


@jax.jit
def draw(key):
    return jax.random.normal(key, (4,))


def resume(path, n):
    key = load_rng(path)
    draws = []
    for _ in range(n):
        key, sub = jax.random.split(key)
        draws.append(draw(sub))
    save_rng(path, key)
    return jnp.stack(draws)
