# not executed: the fix is refused
import jax
import jax.numpy as jnp


def loss(params, x):
    return jnp.mean((x @ params["w"]) ** 2)


def with_state(params, state, x):
    grads = jax.grad(loss)(params, x)
    for k in params:  # want: JOL504
        state[k] = 0.9 * state[k] + grads[k]
        params[k] = params[k] - 0.1 * state[k]
    return params, state


def other_rates(params, rates, x):
    grads = jax.grad(loss)(params, x)
    return {k: params[k] - rates.get(k, 0.1) * grads[k] for k in params}  # want: JOL504


def seen_by_the_caller(params, x):
    grads = jax.grad(loss)(params, x)
    for k in params:  # want: JOL504
        params[k] = params[k] - 0.1 * grads[k]


def on_top(params, new, x):
    grads = jax.grad(loss)(params, x)
    for k in params:  # want: JOL504
        new[k] = params[k] - 0.1 * grads[k]
    return new


class Trainer:
    def step(self, x):
        grads = jax.grad(loss)(self.params, x)
        for k in self.params:  # want: JOL504 "`self.params`"
            self.params[k] = self.params[k] - 0.1 * grads[k]
