import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-3)


@jax.jit
def loss_fn(params, x, y):
    h = x
    for layer in params["layers"]:
        h = jax.nn.relu(h @ layer["w"] + layer["b"])
    return jnp.mean((h - y) ** 2)


def train(params, loader):
    opt_state = tx.init(params)
    for x, y in loader:
        grads = jax.grad(loss_fn)(params, x, y)
        updates, opt_state = tx.update(grads, opt_state, params)
        params = optax.apply_updates(params, updates)
    return params
