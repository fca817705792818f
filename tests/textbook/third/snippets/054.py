import jax
import jax.numpy as jnp


def make_update(loss_fn, lr, weight_decay):
    @jax.jit
    def update(params, batch):
        loss, grads = jax.value_and_grad(loss_fn)(params, batch)
        new = jax.tree.map(lambda p, g: p - lr * (g + weight_decay * p), params, grads)
        return new, loss

    return update


def quadratic(params, batch):
    return jnp.mean((batch @ params["a"] - params["c"]) ** 2)


def run(batches):
    params = {"a": jnp.zeros((6, 2)), "c": jnp.ones(2)}
    update = make_update(quadratic, lr=0.05, weight_decay=1e-4)
    losses = []
    for batch in batches:
        params, loss = update(params, batch)
        losses.append(loss)
    return params, jax.device_get(losses)
