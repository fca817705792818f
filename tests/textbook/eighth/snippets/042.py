"""Equinox network with stateful batch normalization."""
import equinox as eqx
import jax
import jax.numpy as jnp

BATCH, FEATURES, STEPS = 256, 64, 1_000


def make_net(key):
    k1, k2 = jax.random.split(key)
    layers = [
        eqx.nn.Linear(FEATURES, 128, key=k1),
        eqx.nn.BatchNorm(128, axis_name="batch", mode="batch"),
        eqx.nn.Lambda(jax.nn.relu),
        eqx.nn.Linear(128, "scalar", key=k2),
    ]
    return eqx.nn.Sequential(layers)


def loss_fn(model, state, x, y):
    batched = jax.vmap(model, axis_name="batch", in_axes=(0, None), out_axes=(0, None))
    preds, state = batched(x, state)
    return jnp.mean((preds - y) ** 2), state


@eqx.filter_jit
def train_step(model, state, x, y):
    grads, state = eqx.filter_grad(loss_fn, has_aux=True)(model, state, x, y)
    return eqx.apply_updates(model, jax.tree.map(lambda g: -0.05 * g, grads)), state


if __name__ == "__main__":
    model_key, data_key = jax.random.split(jax.random.key(0))
    model, state = eqx.nn.make_with_state(make_net)(model_key)
    for step in range(STEPS):
        x = jax.random.normal(jax.random.fold_in(data_key, step), (BATCH, FEATURES))
        model, state = train_step(model, state, x, x[:, 0])
    tester = eqx.nn.inference_mode(model)
    preds, _ = jax.vmap(tester, in_axes=(0, None), out_axes=(0, None))(x, state)
    print("error", float(jnp.mean((preds - x[:, 0]) ** 2)))
