import time

import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-3)


def _step(params, opt_state, x):
    loss, g = jax.value_and_grad(lambda p: jnp.mean((x @ p - x) ** 2))(params)
    updates, opt_state = tx.update(g, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


step = jax.jit(_step, donate_argnums=(0, 1))


def train(params, data, log_every=500):
    opt_state = tx.init(params)
    tick = time.time()
    for i, x in enumerate(data, start=1):
        params, opt_state, loss = step(params, opt_state, x)
        if i % log_every == 0:
            value = float(loss)  # waits for the device, so the rate below is honest
            now = time.time()
            print(f"{i}: loss {value:.4f}, {log_every / (now - tick):.1f} it/s")
            tick = now
    return params
