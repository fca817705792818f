import jax


def helper(x):  # fact: staged jit at reasons.py:10, through `step`
    return 2 * x


def step(x):  # fact: staged jitted at reasons.py:10
    return helper(x)
fast = jax.jit(step)


def rows(x):  # fact: staged vmapped at reasons.py:17
    return x + 1


many = jax.vmap(rows)


def loss(w):
    return w * w


slope = jax.grad(loss)


def host(x):
    return step(x)
