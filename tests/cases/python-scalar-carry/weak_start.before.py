import jax
import jax.numpy as jnp


@jax.jit
def add(total, x):
    loss = jnp.mean(x**2)
    total += loss
    return total


@jax.jit
def smooth(params, average, x):
    def loss_fn(p):
        return jnp.sum((p * x) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    average = 0.9 * average + 0.1 * loss
    return params - 0.01 * grads, average


@jax.jit
def best_of(best, x):
    return jnp.minimum(best, jnp.max(x))


@jax.jit
def rows(sums, x):
    return sums + x.mean(axis=0)


@jax.jit
def halve(level):
    return level / 2


@jax.jit
def score(x, bound):
    return jnp.sum(jnp.where(x > bound, x, 0.0))


def run(xs):
    total = 0.0  # want: JOL110 "`total` starts as a Python number and has a dtype from the second iteration on: `add` is compiled twice"
    for x in xs:
        total = add(total, x)
    params = jnp.ones(4)
    # The running loss.
    average = 0.0  # want: JOL110
    for _ in range(2):
        for x in xs:
            params, average = smooth(params, average, x)
    best = float("inf")  # want: JOL110
    for x in xs:
        best = best_of(best, x)
    sums = jnp.full((4,), 0.0)  # want: JOL110 "an array without a dtype of its own"
    for x in xs:
        sums = rows(sums, x)
    start = jnp.array(0.0)  # want: JOL110
    for x in xs:
        start = add(start, x)
    level = 8  # want: JOL110 "is a float instead of an integer"
    for _ in range(3):
        level = halve(level)
    bound = -1.5  # want: JOL110
    for x in xs:
        loss = score(x, bound)
        bound = jnp.maximum(bound, loss)
    return total, params, average, best, sums, start, level, bound


def inputs(key):
    return (jax.random.normal(key, (3, 2, 4)),)
