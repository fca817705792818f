import equinox as eqx
import jax
import jax.numpy as jnp
import optax


@eqx.filter_value_and_grad
def loss_fn(model, x, y):
    return jnp.mean((jax.vmap(model)(x) - y) ** 2)


def make_step(tx):
    @eqx.filter_jit
    def step(model, opt_state, x, y):
        loss, grads = loss_fn(model, x, y)
        updates, opt_state = tx.update(grads, opt_state, model)
        return eqx.apply_updates(model, updates), opt_state, loss

    return step


def train(batches, seed=0):
    model = eqx.nn.MLP(4, 2, 64, 3, activation=jax.nn.silu, key=jax.random.key(seed))
    tx = optax.adam(1e-3)
    opt_state = tx.init(model)
    step = make_step(tx)
    for x, y in batches:
        model, opt_state, loss = step(model, opt_state, x, y)
    return model
