# not executed: `pmap` has no decorator form, so the original raises TypeError when it is imported
import jax
import jax.numpy as jnp
from jax import lax, pmap


def model_apply(params, x):
    return x @ params


@pmap(axis_name='d')  # want: JOL602 "raises TypeError"
def train_step(params, batch, lr):
    x, y = batch  # each device sees [local_B, ...]

    def loss_fn(p):
        pred = model_apply(p, x)
        return jnp.mean((pred - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    loss = lax.pmean(loss, axis_name='d')
    grads = lax.pmean(grads, axis_name='d')
    params = jax.tree.map(lambda p, g: p - lr * g, params, grads)
    return params, loss


def fit(params, batches, lr):
    for batch in batches:
        params, loss = train_step(params, batch, lr)
    return params, loss
