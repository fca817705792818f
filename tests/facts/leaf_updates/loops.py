import jax


def loss(params):
    return sum((p**2).sum() for p in params)


def step(params):
    grads = jax.grad(loss)(params)
    return [p - 0.1 * g for p, g in zip(params, grads)]  # fact: leaf_updates params alone


def keyed(params):
    grads = jax.grad(loss)(params)
    for k in params:  # fact: leaf_updates params alone
        params[k] = params[k] - 0.1 * grads[k]
    return params


def other(params, rows):
    return [p - 0.1 * r for p, r in zip(params, rows)]
