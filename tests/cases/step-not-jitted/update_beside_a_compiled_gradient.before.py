# not executed: reported without a fix
import jax
import jax.numpy as jnp
import optax


def loss(params, x):
    return jnp.mean((x @ params) ** 2)


def train(params, batches):
    optimizer = optax.adam(1e-3)
    state = optimizer.init(params)
    gradient = jax.jit(jax.value_and_grad(loss))
    for x in batches:
        value, grads = gradient(params, x)
        updates, state = optimizer.update(grads, state)
        params = optax.apply_updates(params, updates)  # want: JOL109 (warning) "applies this update"
        print(float(value))
    return params


def of_a_state(state, gradient, n):
    for _ in range(n):
        grads = gradient(state.params)
        state = state.apply_gradients(grads=grads)  # want: JOL109 (info) "applies this update"
    return state


class Trainer:
    def __init__(self, params, gradient):
        self.params = params
        self.gradient = jax.jit(gradient)
        self.optimizer = optax.sgd(0.1)
        self.state = self.optimizer.init(params)

    def step(self, x):
        updates, self.state = self.optimizer.update(self.gradient(self.params, x), self.state)
        self.params = optax.apply_updates(self.params, updates)  # want: JOL109 (warning) "applies this update"

    def fit(self, batches):
        for x in batches:
            self.step(x)
