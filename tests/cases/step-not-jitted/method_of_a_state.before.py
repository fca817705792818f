# not executed: reported without a fix
"""A method that compiled code calls on a state that it is given, and one that it cannot mean."""

import jax
import jax.numpy as jnp
import optax

optimizers = {"trunk": optax.adam(1e-3), "head": optax.sgd(0.1)}


class State:
    def __init__(self, params, opt_state):
        self.params = params
        self.opt_state = opt_state

    def apply_gradients(self, *, grads, scale=1.0):
        params, opt_state = {}, {}
        for name, param in self.params.items():
            updates, opt_state[name] = optimizers[name].update(
                grads[name] * scale, self.opt_state[name], param
            )
            params[name] = optax.apply_updates(param, updates)
        return State(params, opt_state)

    def update(self, grads):
        for name, param in self.params.items():
            updates, self.opt_state[name] = optimizers[name].update(
                grads[name], self.opt_state[name], param
            )
            self.params[name] = optax.apply_updates(param, updates)  # want: JOL109 "the loop at"


def loss(params, x):
    return jnp.mean((x @ params["trunk"] @ params["head"]) ** 2)


@jax.jit
def train_step(state, x):
    grads = jax.grad(loss)(state.params, x)
    return state.apply_gradients(grads=grads)


@jax.jit
def other_step(optimizer, params, opt_state, x):
    grads = jax.grad(loss)(params, x)
    return optimizer.update(grads, opt_state, params)
