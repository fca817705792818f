import jax


def loss(w, x):
    return ((w * x) ** 2).sum()


def step(w, x):  # fact: eager_steps step
    return w - 0.1 * jax.grad(loss)(w, x)


@jax.jit
def fast_step(w, x):
    return w - 0.1 * jax.grad(loss)(w, x)


def once(w, x):
    return w - 0.1 * jax.grad(loss)(w, x)


def fit(w, xs):
    w = once(w, xs[0])
    for x in xs:
        w = step(w, x)
    for x in xs:
        w = fast_step(w, x)
    return w
