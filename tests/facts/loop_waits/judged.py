"""Which waits are worth a word: the first of a turn, where turns carry on or fetch one by one."""

import jax
import jax.numpy as jnp


@jax.jit
def predict(params, batch):
    return params @ batch


def relaxed(a, x, tol):
    for _ in range(500):
        r = a @ x - jnp.sum(x)
        x = x - 0.1 * r
        if jnp.max(jnp.abs(r)) < tol:  # fact: loop_waits test jnp.max(jnp.abs(r)) < tol
            break
        print(jnp.min(r))
    return x


def few(a, x):
    for _ in range(3):
        x = jnp.tanh(a @ x) + jnp.sum(x)
        print(x)


def each_by_itself(params, batches):
    return [float(predict(params, batch)) for batch in batches]


def now_and_then(a, x, log):
    for i in range(500):
        x = jnp.tanh(a @ x) + jnp.sum(x)
        if i % 100 == 0:
            print(x)
        if i == 499:
            log(float(x[0]))
    return x


def one_small_operation(params):
    for name, leaf in params.items():
        print(name, float(jnp.linalg.norm(leaf)))


def one_by_one(keys):
    order = jax.random.permutation(keys, 1000)
    return [int(order[i]) for i in range(1000)]  # fact: loop_waits fetch order[i]


def gathered(a, x, log):
    for _ in range(500):
        x = jnp.tanh(a @ x) + jnp.sum(x)
        log(*jax.device_get((x, a)))
    return x
