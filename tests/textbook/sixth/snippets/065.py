import equinox as eqx
import jax
import jax.numpy as jnp
import optax

NUM_STEPS = 2_000


@eqx.filter_value_and_grad
def loss_fn(model, x, y):
    predictions = model(x)
    return jnp.mean((predictions - y) ** 2)


@eqx.filter_jit
def train_step(model, opt_state, optimizer, x, y):
    loss, grads = loss_fn(model, x, y)
    updates, opt_state = optimizer.update(grads, opt_state, eqx.filter(model, eqx.is_inexact_array))
    return eqx.apply_updates(model, updates), opt_state, loss


def main():
    model_key, data_key = jax.random.split(jax.random.key(0))
    model = eqx.nn.MLP(in_size=32, out_size=4, width_size=256, depth=3, key=model_key)
    optimizer = optax.adam(1e-3)
    opt_state = optimizer.init(eqx.filter(model, eqx.is_inexact_array))
    x = jax.random.normal(data_key, (256, 32))
    y = jnp.stack([x.sum(1), x.max(1), x.min(1), x.std(1)], axis=1)
    for _ in range(NUM_STEPS):
        model, opt_state, loss = train_step(model, opt_state, optimizer, x, y)
    print("loss:", loss)


if __name__ == "__main__":
    main()
