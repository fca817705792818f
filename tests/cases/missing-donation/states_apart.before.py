"""Somebody keeps the parameters, and the state of the optimizer is the step's alone."""

import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-3)


@jax.jit
def averaged_step(params, opt_state, average, batch):  # want: JOL301 (info) "new `opt_state` but"
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    updates, opt_state = tx.update(grads, opt_state)
    params = optax.apply_updates(params, updates)
    return params, opt_state, jax.tree.map(lambda a, p: 0.9 * a + 0.1 * p, average, params)


def run(params, batches):
    opt_state = tx.init(params)
    # One array under two names.
    average = params
    for batch in batches:
        params, opt_state, average = averaged_step(params, opt_state, average, batch)
    return average


def inputs(key):
    return jax.random.normal(key, (4, 2)), jax.random.normal(key, (3, 5, 4))


def make_train(loss, devices):
    def train(params, opt_state, batch):
        grads = jax.grad(loss)(params, batch)
        if devices > 1:
            grads = jax.lax.pmean(grads, "devices")
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state

    if devices > 1:
        # Either this one or the other.
        mapped = jax.pmap(train, axis_name="devices", donate_argnums=(0, 1))
        return mapped

    return jax.jit(train)  # want: JOL301 (info) "`params` and `opt_state`"
