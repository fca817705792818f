# not executed: the fix is refused
import jax
import jax.numpy as jnp
import optax


def loss(params, x):
    return jnp.mean((x @ params) ** 2)


gradient = jax.value_and_grad(loss)


class Trainer:
    def __init__(self, params):
        self.params = params

    def step(self, x):  # want: JOL109 "`step` takes a gradient"
        self.params = self.params - 0.1 * jax.grad(loss)(self.params, x)


def train(params, batches):
    for x in batches:  # want: JOL109 "the loop takes a gradient and applies it"
        grads = jax.grad(loss)(params, x)
        params = params - 0.1 * grads
    return params


def with_an_optimizer(params, x):
    tx = optax.adam(1e-3)
    state = tx.init(params)
    trainer = Trainer(params)
    for i in range(100):  # want: JOL109
        value, grads = gradient(params, x)
        updates, state = tx.update(grads, state)
        params = optax.apply_updates(params, updates)
        trainer.step(x)
        print(i, value)
    return params


params = jnp.ones(3)
data = jnp.ones((8, 3))
for _ in range(100):  # want: JOL109 "dispatches every operation"
    params = params - 0.1 * jax.grad(loss)(params, data)


def told_by_a_method(params, x, y, reporter):
    for i in range(100):  # want: JOL109 (info)
        value, grads = jax.value_and_grad(loss)(params, x, y)
        params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
        reporter.take(i)
    return params


def nothing_tells(params, x, y):
    for _ in range(100):
        value, grads = jax.value_and_grad(loss)(params, x, y)
        params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    return params


def of_any_loss(any_loss, params, batches):
    tx = optax.adam(1e-3)
    state = tx.init(params)
    grad_fn = jax.grad(any_loss)
    for x in batches:  # want: JOL109 "the loop takes a gradient and applies it"
        updates, state = tx.update(grad_fn(params, x), state)
        params = optax.apply_updates(params, updates)
    return params
