import jax
import jax.numpy as jnp
import optax


def inputs(key):
    a, b = jax.random.split(key)
    return {"w": jax.random.normal(a, (3,))}, {"w": jax.random.normal(b, (3,))}


def run(params, grads):
    opt = optax.sgd(0.1)
    upd, _ = opt.update(grads, opt.init(params), params)
    return optax.apply_updates(params, upd)
