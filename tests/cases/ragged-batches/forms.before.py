# sizes: as given
import jax
import jax.numpy as jnp


@jax.jit
def predict(params, x):
    return jnp.tanh(x @ params)


@jax.jit
def train_step(params, batch):
    x, y = batch
    return params - 0.1 * jax.grad(lambda p: jnp.mean((x @ p - y) ** 2))(params)


def in_a_comprehension(params, xs, size):
    n = xs.shape[0]
    return [predict(params, xs[i : i + size]) for i in range(0, n, size)]  # want: JOL108 "may be"


def by_name(params, xs, ys, size):
    for start in range(0, len(xs), size):
        # where it ends
        end = start + size
        batch = (xs[start:end], ys[start:end])  # want: JOL108 "compiled a second time"
        params = train_step(params, batch)
    return params


def shuffled(params, xs, ys, order, size):
    for epoch in range(2):
        for i in range(0, len(order), size):
            chosen = order[i : i + size]  # want: JOL108 "`order\[i : i \+ size\]`"
            params = train_step(params, (xs[chosen], ys[chosen]))
    return params


def batches(xs, ys, size):
    for i in range(0, xs.shape[0], size):
        yield xs[i : i + size], ys[i : i + size]  # want: JOL108 "`train_step`"


def from_a_generator(params, xs, ys, size):
    for x, y in batches(xs, ys, size):
        params = train_step(params, (jnp.asarray(x), jnp.asarray(y)))
    return params


def up_to_the_end(params, xs, size):
    out = []
    for i in range(0, len(xs), size):
        out.append(predict(params, xs[i : min(i + size, len(xs))]))  # want: JOL108
    return out


def run(params, xs, ys, order):
    size = xs.shape[0] // 3
    params = by_name(params, xs, ys, size)
    params = shuffled(params, xs, ys, order, size)
    params = from_a_generator(params, xs, ys, size)
    return in_a_comprehension(params, xs, size), up_to_the_end(params, xs, size)


def inputs(key):
    k1, k2, k3, k4 = jax.random.split(key, 4)
    return (
        jax.random.normal(k1, (3,)),
        jax.random.normal(k2, (12, 3)),
        jax.random.normal(k3, (12,)),
        jax.random.permutation(k4, 12),
    )
