import equinox as eqx
import jax
import jax.numpy as jnp
import optax

NUM_STEPS, NUM_MEMBERS = 1_000, 8


@eqx.filter_vmap
def make_ensemble(key):
    return eqx.nn.MLP(in_size=16, out_size="scalar", width_size=128, depth=2, key=key)


@eqx.filter_vmap(in_axes=(eqx.if_array(0), None))
def predict(member, x):
    return jax.vmap(member)(x)


@eqx.filter_value_and_grad
def loss_fn(ensemble, x, y):
    return jnp.mean((predict(ensemble, x) - y) ** 2)


@eqx.filter_jit
def train_step(ensemble, opt_state, optimizer, x, y):
    loss, grads = loss_fn(ensemble, x, y)
    params = eqx.filter(ensemble, eqx.is_inexact_array)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return eqx.apply_updates(ensemble, updates), opt_state, loss


if __name__ == "__main__":
    model_key, data_key = jax.random.split(jax.random.key(0))
    ensemble = make_ensemble(jax.random.split(model_key, NUM_MEMBERS))
    optimizer = optax.adamw(1e-3)
    opt_state = optimizer.init(eqx.filter(ensemble, eqx.is_inexact_array))
    x = jax.random.normal(data_key, (256, 16))
    y = jnp.sin(x).sum(axis=1)
    for _ in range(NUM_STEPS):
        ensemble, opt_state, loss = train_step(ensemble, opt_state, optimizer, x, y)
    print("loss:", loss, "spread:", predict(ensemble, x).std(axis=0).mean())
