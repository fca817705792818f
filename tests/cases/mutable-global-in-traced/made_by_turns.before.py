# not executed: reported, there is no rewrite
# Each turn of a loop makes another value, in one place.
import equinox as eqx
import jax
import jax.numpy as jnp
import optax


def train(model, schedule, batches):
    @eqx.filter_jit
    def step(model, state, x):
        grads = eqx.filter_grad(lambda m: jnp.mean(jax.vmap(m)(x) ** 2))(model)
        updates, state = optimizer.update(grads, state)  # want: JOL111 (warning) "`step` .* reads `optimizer`"
        return eqx.apply_updates(model, updates), state

    for rate in schedule:
        optimizer = optax.adam(rate)
        state = optimizer.init(eqx.filter(model, eqx.is_inexact_array))
        for x in batches:
            model, state = step(model, state, x)
    return model


def folds(params, data, n):
    @jax.jit
    def step(params, x):
        return params - 0.1 * (x - held_out.mean())  # want: JOL111 (warning) "reads `held_out`"

    for i in range(n):
        held_out = data[i]
        for x in data[i + 1 :]:
            params = step(params, x)
    return params
