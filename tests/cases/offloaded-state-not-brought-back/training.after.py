import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-2)


@jax.jit
def fetched_only(params, opt_state, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    opt_state = jax.device_put(opt_state, jax.memory.Space.Device)
    updates, new_opt_state = tx.update(grads, opt_state, params)
    # A
    return optax.apply_updates(params, updates), jax.device_put(new_opt_state, jax.memory.Space.Host)


def train(params, batches):
    opt_state = jax.device_put(tx.init(params), jax.memory.Space.Host)
    for batch in batches:
        params, opt_state = fetched_only(params, opt_state, batch)
    return params


def run(key):
    k1, k2 = jax.random.split(key)
    return train(jax.random.normal(k1, (4, 2)), jax.random.normal(k2, (3, 8, 4)))


def inputs(key):
    return (key,)
