"""Actors in other threads read the state of the learner at any time: donation would race."""

import jax
import jax.numpy as jnp
import optax


class Learner:
    def __init__(self, net, optimizer, iterator, params, key):
        def update_step(state, transitions):
            key, draw = jax.random.split(state["key"])

            def loss_fn(params):
                q = net.apply(params, transitions.obs)
                return jnp.mean((q - transitions.goal) ** 2)

            loss, grads = jax.value_and_grad(loss_fn)(state["params"])
            updates, opt_state = optimizer.update(grads, state["opt"])
            params = optax.apply_updates(state["params"], updates)
            return {"params": params, "opt": opt_state, "key": key}, {"loss": loss}

        self._iterator = iterator
        self._update_step = jax.jit(update_step)
        self._state = {"params": params, "opt": optimizer.init(params), "key": key}

    def step(self):
        sample = next(self._iterator)
        self._state, metrics = self._update_step(self._state, sample)
        return metrics

    def get_variables(self, names):
        variables = {"policy": self._state["params"]}
        return [variables[name] for name in names]

    def save(self):
        return self._state
