# rule: offloaded-state-not-brought-back
"""The state lives where the step runs."""
import jax
import optax

optimizer = optax.adam(1e-3)


def loss(params, x):
    return ((x @ params) ** 2).mean()


@jax.jit
def step(params, opt_state, x):
    grads = jax.grad(loss)(params, x)
    updates, opt_state = optimizer.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state


def train(params, xs):
    opt_state = jax.device_put(optimizer.init(params), jax.memory.Space.Host)  # holds
    opt_state = optimizer.init(params)  # broken
    for x in xs:
        params, opt_state = step(params, opt_state, x)
    return params
