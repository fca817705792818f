# not executed: the models live outside
import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def nnx_step(model, optimizer, x, y):
    def loss_fn(model):
        return jnp.mean((model(x) - y) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)
    return loss


@eqx.filter_value_and_grad
def eqx_loss(model, x, y):
    return jnp.mean((jax.vmap(model)(x) - y) ** 2)


@eqx.filter_jit
def eqx_step(model, opt_state, optim, x, y):
    loss, grads = eqx_loss(model, x, y)
    updates, opt_state = optim.update(grads, opt_state)
    return eqx.apply_updates(model, updates), opt_state, loss


def train(model, optimizer, optim, batches):
    other, opt_state = model, optim.init(model)
    for x, y in batches:
        nnx_step(model, optimizer, x, y)
        other, opt_state, _ = eqx_step(other, opt_state, optim, x, y)
    return optax.global_norm(other)
