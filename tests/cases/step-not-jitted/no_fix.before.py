# not executed: the fix is refused
import jax
import jax.numpy as jnp
import numpy as np
import optax


def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)


def prints(params, x, y):  # want: JOL109
    value, grads = jax.value_and_grad(loss)(params, x, y)
    print(value)
    return params - 0.1 * grads


def fetches(params, x, y):  # want: JOL109
    value, grads = jax.value_and_grad(loss)(params, x, y)
    return params - 0.1 * grads, float(value)


def branches(params, x, y):  # want: JOL109
    value, grads = jax.value_and_grad(loss)(params, x, y)
    if value > 1.0:
        return params - 0.1 * grads
    return params


def draws(params, x, y):  # want: JOL109
    grads = jax.grad(loss)(params, x + np.random.normal(size=x.shape), y)
    return params - 0.1 * grads


def takes_a_function(apply_fn, params, x, y):  # want: JOL109
    grads = jax.grad(lambda p: jnp.mean((apply_fn(p, x) - y) ** 2))(params)
    return params - 0.1 * grads


SCALES = [1.0, 2.0]


def chooses(layer, params, x, y):  # want: JOL109
    grads = jax.grad(loss)(params, x * SCALES[layer], y)
    return params - 0.1 * grads


def takes_an_optimizer(tx, params, state, x, y):  # want: JOL109
    grads = jax.grad(loss)(params, x, y)
    updates, state = tx.update(grads, state)
    return optax.apply_updates(params, updates), state


def takes_a_flag(params, x, y, clip=False):  # want: JOL109
    grads = jax.grad(loss)(params, x, y)
    return params - 0.1 * grads


def names_it(params, x, y):  # want: JOL109
    grads = jax.grad(loss)(params, x, y)
    return params - 0.1 * grads, "done"


class Trainer:
    def step(self, x, y):  # want: JOL109
        grads = jax.grad(loss)(self.params, x, y)
        self.params = jax.tree.map(lambda p, g: p - 0.1 * g, self.params, grads)

    def train(self, batches):
        for x, y in batches:
            self.step(x, y)


rate = 0.1


def scheduled(params, x, y):  # want: JOL109
    grads = jax.grad(loss)(params, x, y)
    return params - rate * grads


def of_settings(params, x, y, width):  # want: JOL109
    grads = jax.grad(loss)(params, x[:, :width], y)
    return params - 0.1 * grads


def train(apply_fn, tx, params, batches, config):
    global rate
    state = tx.init(params)
    for x, y in batches:
        rate = rate * 0.9
        params = prints(params, x, y)
        params, _ = fetches(params, x, y)
        params = draws(branches(params, x, y), x, y)
        params = takes_a_function(apply_fn, params, x, y)
        params, state = takes_an_optimizer(tx, params, state, x, y)
        params = takes_a_flag(params, x, y, clip=True)
        params = chooses(1, params, x, y)
        params, _ = names_it(params, x, y)
        params = of_settings(scheduled(params, x, y), x, y, config.width)
    return params
