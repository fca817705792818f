# Losses beside steps: at other values, now and then, or once.
import jax
import jax.numpy as jnp


def loss_fn(params, x, y):
    return jnp.mean((x @ params - y) ** 2)


@jax.jit
def update(params, x, y):
    return params - 0.1 * jax.grad(loss_fn)(params, x, y)


@jax.jit
def augmented(params, x, y):
    x = x + 1.0
    return params - 0.1 * jax.grad(loss_fn)(params, x, y)


eval_loss = jax.jit(loss_fn)


def after_the_step(params, batches):
    for x, y in batches:
        params = update(params, x, y)
        print(eval_loss(params, x, y))
    return params


def on_other_rows(params, batches, test):
    for x, y in batches:
        print(eval_loss(params, test[0], test[1]))
        params = update(params, x, y)
    return params


def now_and_then(params, batches):
    for step, (x, y) in enumerate(batches):
        if step % 100 == 0:
            print(eval_loss(params, x, y))
        params = update(params, x, y)
    return params


def of_other_inputs(params, batches):
    for x, y in batches:
        print(eval_loss(params, x, y))
        params = augmented(params, x, y)
    return params


def once(params, x, y):
    before = eval_loss(params, x, y)
    params = update(params, x, y)
    return params, before


def rebound(params, batches):
    for x, y in batches:
        print(eval_loss(params, x, y))
        x = x[:2]
        params = update(params, x, y)
    return params
