"""Fit a 2-d function with an Equinox MLP."""
import equinox as eqx
import jax
import jax.numpy as jnp
import optax

BATCH, STEPS = 1024, 3_000
optimizer = optax.adam(1e-3)


def loss_fn(model, x, y):
    preds = jax.vmap(model)(x)
    return jnp.mean((preds - y) ** 2)


@eqx.filter_jit
def train_step(model, opt_state, x, y):
    loss, grads = eqx.filter_value_and_grad(loss_fn)(model, x, y)
    updates, opt_state = optimizer.update(grads, opt_state, model)
    return eqx.apply_updates(model, updates), opt_state, loss


def target(x):
    return jnp.sin(3.0 * x[:, 0]) * jnp.cos(2.0 * x[:, 1])


def main():
    model_key, data_key = jax.random.split(jax.random.key(0))
    model = eqx.nn.MLP(2, "scalar", width_size=128, depth=3, key=model_key)
    opt_state = optimizer.init(model)
    for step in range(STEPS):
        key = jax.random.fold_in(data_key, step)
        x = jax.random.uniform(key, (BATCH, 2), minval=-1.0, maxval=1.0)
        model, opt_state, loss = train_step(model, opt_state, x, target(x))
    print("loss", float(loss))


if __name__ == "__main__":
    main()
