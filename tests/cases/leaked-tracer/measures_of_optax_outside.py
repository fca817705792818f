import jax
import jax.numpy as jnp
import optax

norms = []


@jax.jit
def gradients(params, x, y):
    return jax.grad(lambda p: jnp.mean((x @ p - y) ** 2))(params)


@jax.jit
def measured(params, layers, y):
    found = []
    for layer in layers:
        found.append(optax.l2_loss(layer @ params, y).mean())
    return jnp.stack(found)


def fit(params, batches):
    for x, y in batches:
        grads = gradients(params, x, y)
        norms.append(optax.global_norm(grads))
        params = optax.apply_updates(params, jax.tree.map(lambda g: -0.1 * g, grads))
    return params, jnp.stack(norms)
