import jax
import jax.numpy as jnp


def loss(params, x):
    return jnp.mean((x @ params["w"]) ** 2)


def norms(params, x):
    grads = jax.grad(loss)(params, x)
    return {k: jnp.linalg.norm(grads[k]) for k in grads}


def averaged(grads, others):
    return {k: 0.5 * (grads[k] + others[k]) for k in grads}


def centred(grads):
    return {k: g - jnp.mean(g) for k, g in grads.items()}


def differences(params, before):
    return {k: params[k] - before[k] for k in params}


def gradient_error(grads, numeric_grads):
    return [g - n for g, n in zip(grads, numeric_grads, strict=True)]


def some_of_them(params, x, trained):
    grads = jax.grad(loss)(params, x)
    return {k: params[k] - 0.1 * grads[k] for k in params if k in trained}


def over_time(params, xs):
    for x in xs:
        grads = jax.grad(loss)(params, x)
        params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    return params


def renamed(params, grads):
    return {f"new_{k}": params[k] - 0.1 * grads[k] for k in params}


def columns(table, gradient_names):
    return [row - gradient_names[0] for row in table]
