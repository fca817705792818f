import jax
import jax.numpy as jnp


def apply(params, state, x):
    hidden = jnp.tanh(x @ params)
    return hidden, 0.9 * state + 0.1 * hidden.mean(0)


def step(params, state, x):
    def loss_fn(params):
        hidden, new_state = apply(params, state, x)
        return jnp.mean(hidden**2)

    # The gradient.
    loss, grads = jax.value_and_grad(loss_fn)(params)
    # The statistics.
    hidden, moments = apply(params, state, x)  # want: JOL502
    return params - grads, moments, loss, hidden


def inputs(key):
    return jnp.ones((4, 3)), jnp.zeros(3), jax.random.normal(key, (6, 4))


def run(params, state, x):
    return step(params, state, x)
