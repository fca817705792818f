import equinox as eqx
import jax
import jax.numpy as jnp
import optax

model = eqx.nn.MLP(4, 1, 8, 2, key=jax.random.key(0))
linear = eqx.nn.Linear(4, 1, key=jax.random.key(1))


@jax.jit  # fact: whole_models eqx.nn.MLP to jax.jit
def predict(model, xs):
    return jax.vmap(model)(xs)


@jax.jit
def predict_linear(model, xs):
    return jax.vmap(model)(xs)


@eqx.filter_jit
def predict_filtered(model, xs):
    return jax.vmap(model)(xs)


def main(xs, given):
    predict_linear(linear, xs)
    predict_filtered(model, xs)
    optimizer = optax.adam(1e-3)
    state = optimizer.init(model)  # fact: whole_models eqx.nn.MLP to optimizer.init
    return predict(model, xs), state, optimizer.init(eqx.filter(given, eqx.is_array)), jnp
