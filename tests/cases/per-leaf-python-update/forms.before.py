import jax
import jax.numpy as jnp

RATE = 0.1


def loss(params, x):
    return jnp.mean((jnp.tanh(x @ params["w"]) * params["v"]) ** 2)


def list_loss(params, x):
    for w, b in params:
        x = jnp.tanh(x @ w + b)
    return jnp.mean(x**2)


@jax.jit
def of_items(params, x):
    grads = jax.grad(loss)(params, x)
    # a step
    return {k: p - RATE * grads[k] for k, p in params.items()}  # want: JOL504 "`params` leaf by"


@jax.jit
def of_pairs(params, x):
    value, grads = jax.value_and_grad(list_loss)(params, x)
    return [(w - dw, b - db) for (w, b), (dw, db) in zip(params, grads)]  # want: JOL504


def stored(params, x):
    grads = jax.grad(loss)(params, x)
    new = {}
    # Leaf by leaf.
    for k in params:  # want: JOL504 "one dispatch after the other"
        new[k] = params[k] - RATE * grads[k]
    return new


@jax.jit
def in_place(params, x):
    grads = jax.grad(loss)(params, x)
    for name in params.keys():  # want: JOL504
        params[name] -= RATE * jnp.clip(grads[name], -1.0, 1.0)
    return params


def with_momentum(params, momentum, grads):
    return {k: params[k] - RATE * (grads[k] + momentum[k]) for k in params}  # want: JOL504


def run(w, v, x):
    params = {"w": w, "v": v}
    momentum = jax.tree.map(jnp.ones_like, params)
    params = in_place(stored(of_items(params, x), x), x)
    params = with_momentum(params, momentum, jax.grad(loss)(params, x))
    return params, of_pairs([(w, v), (w[:3], v)], x)


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    return (
        jax.random.normal(k1, (3, 3)),
        jax.random.normal(k2, (3,)),
        jax.random.normal(k3, (8, 3)),
    )
