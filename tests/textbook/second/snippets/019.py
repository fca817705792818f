import equinox as eqx
import jax
import jax.numpy as jnp
import optax

optim = optax.adam(1e-4)


def loss_fn(model, x, y):
    return jnp.mean((jax.vmap(model)(x) - y) ** 2)


@eqx.filter_jit
def make_step(model, opt_state, x, y):
    loss, grads = eqx.filter_value_and_grad(loss_fn)(model, x, y)
    updates, opt_state = optim.update(grads, opt_state, eqx.filter(model, eqx.is_array))
    return eqx.apply_updates(model, updates), opt_state, loss


def main(loader):
    model = eqx.nn.MLP(8192, 8192, 16384, 6, key=jax.random.key(0))
    opt_state = optim.init(eqx.filter(model, eqx.is_array))
    for i, (x, y) in enumerate(loader):
        model, opt_state, loss = make_step(model, opt_state, x, y)
        if i % 500 == 499:
            print(i, loss)
    return model
