"""Keys that `apply` hands to the layers which draw: the same in every step."""

import jax
import jax.numpy as jnp
import optax


@jax.jit
def train_step(state, x, y):
    def loss_fn(params):
        out = state.apply_fn(
            {"params": params}, x, rngs={"dropout": jax.random.key(2)}  # want: JOL805 "in every run of `loss_fn`"
        )
        return jnp.mean((out - y) ** 2)

    return state.apply_gradients(grads=jax.grad(loss_fn)(state.params))


def train(state, batches):
    for x, y in batches:
        state = train_step(state, x, y)
    return state


def fitted(model, variables, tx, batches):
    opt = tx.init(variables)

    def loss(variables, x, y, key):
        return jnp.mean((model.apply(variables, x, train=True, rngs={"noise": key}) - y) ** 2)

    for x, y in batches:
        key = jax.random.PRNGKey(0)  # want: JOL805 "is the same key in every turn"
        grads = jax.grad(loss)(variables, x, y, key)
        updates, opt = tx.update(grads, opt)
        variables = optax.apply_updates(variables, updates)
    return variables
