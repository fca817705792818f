from jax import random
import jax.numpy as jnp


def init_linear(key, n_in, n_out):
    return {"w": random.normal(key, (n_in, n_out)) / jnp.sqrt(n_in), "b": jnp.zeros(n_out)}


def init_gru(key, n_in, n_hidden):
    kz, kr = random.split(key)
    return {
        "z": init_linear(kz, n_in + n_hidden, n_hidden),
        "r": init_linear(kr, n_in + n_hidden, n_hidden),
        "h": init_linear(key, n_in + n_hidden, n_hidden),
    }


def gru_step(params, h, x):
    xh = jnp.concatenate([x, h], axis=-1)
    z = jnp.tanh(xh @ params["z"]["w"] + params["z"]["b"])
    r = jnp.tanh(xh @ params["r"]["w"] + params["r"]["b"])
    c = jnp.tanh(jnp.concatenate([x, r * h], -1) @ params["h"]["w"] + params["h"]["b"])
    return (1 - z) * h + z * c


params = init_gru(random.key(0), 128, 256)
