"""Updates that nothing compiles, beside gradients that are compiled."""

import jax
import optax


def train(params, state, optimizer, gradient, batches):
    for x in batches:
        updates, state = optimizer.update(jax.jit(gradient)(params, x), state)
        params = optax.apply_updates(params, updates)  # fact: eager_updates certain
    return params


def some(state, gradient, n):
    for _ in range(n):
        state = state.apply_gradients(grads=gradient(state))  # fact: eager_updates perhaps
    return state


def once(params, updates):
    return optax.apply_updates(params, updates)
