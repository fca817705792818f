# used inside jax.jit
import jax
import jax.numpy as jnp
import optax


def inputs(key):
    a, b = jax.random.split(key)
    return {"w": jax.random.normal(a, (3,))}, {"w": jax.random.normal(b, (4, 3))}


def run(params, grads):
    opt = optax.adam(1e-2)
    s = opt.init(params)
    for i in range(4):
        upd, s = opt.update({"w": grads["w"][i]}, s, params)
        params = optax.apply_updates(params, upd)
    return params
