"""An equinox step whose model and optimizer state are rebound, at module level."""

import equinox as eqx
import jax
import jax.numpy as jnp
import optax
import tqdm

model = eqx.nn.MLP(8, 8, 16, 2, key=jax.random.PRNGKey(0))
tx = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(1e-3))
opt_state = tx.init(model)


@eqx.filter_value_and_grad
def loss_fn(model, data):
    inputs, labels = data[:, :-1], data[:, 1:]
    return jnp.mean((model(inputs) - labels) ** 2)


@eqx.filter_jit(kwargs=dict(data=True))
def train_step(model, data, opt_state):  # want: JOL301
    loss, grads = loss_fn(model, data)
    updates, opt_state = tx.update(grads, opt_state)
    model = eqx.apply_updates(model, updates)
    return model, opt_state, loss


def run(loader, every):
    global model, opt_state
    for i in tqdm.tqdm(range(1000)):
        data = next(loader).numpy()
        model, opt_state, loss = train_step(model, data, opt_state)
        if i % every == 0:
            print(f"loss: {loss.item()}")
