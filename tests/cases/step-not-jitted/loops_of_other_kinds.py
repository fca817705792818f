import jax
import jax.numpy as jnp
import optax


def loss(params, x):
    return jnp.mean((x @ params) ** 2)


def unrolled(params, x):
    # may well run under a jit of whoever calls it
    for _ in range(8):
        params = params - 0.1 * jax.grad(loss)(params, x)
    return params


def of_any_loss(any_loss, params, batches):
    for x in batches:
        params = params - 0.1 * jax.grad(any_loss)(params, x)
    return params


compiled = jax.jit(jax.grad(loss))


def compiled_gradient(params, batches):
    for x in batches:
        params = params - 0.1 * compiled(params, x)
    return params


def compiled_update(params, batches):
    tx = optax.sgd(0.1)
    state = tx.init(params)
    update = jax.jit(tx.update)
    for x in batches:
        updates, state = update(jax.grad(loss)(params, x), state)
        params = optax.apply_updates(params, updates)
    return params


@jax.jit
def compiled_as_a_whole(params, xs):
    for x in xs:
        params = params - 0.1 * jax.grad(loss)(params, x)
    return params


def only_looked_at(params, batches):
    norms = []
    for x in batches:
        norms.append(jnp.linalg.norm(jax.grad(loss)(params, x)))
    return norms
