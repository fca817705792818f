import equinox as eqx
import jax
import jax.numpy as jnp
import optax

optim = optax.adam(3e-4)


@eqx.filter_value_and_grad
def loss_fn(model, x, y, key):
    keys = jax.random.split(key, x.shape[0])
    pred = jax.vmap(model)(x, key=keys)
    return jnp.mean((pred - y) ** 2)


@eqx.filter_jit(donate="all")
def make_step(model, opt_state, x, y, key):
    loss, grads = loss_fn(model, x, y, key)
    updates, opt_state = optim.update(grads, opt_state, eqx.filter(model, eqx.is_inexact_array))
    return eqx.apply_updates(model, updates), opt_state, loss


def train(model, loader, seed):
    opt_state = optim.init(eqx.filter(model, eqx.is_inexact_array))
    key = jax.random.key(seed)
    losses = []
    for x, y in loader:
        key, subkey = jax.random.split(key)
        model, opt_state, loss = make_step(model, opt_state, x, y, subkey)
        losses.append(loss)
    return model, jnp.stack(losses)
