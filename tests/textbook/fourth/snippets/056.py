import equinox as eqx
import jax
import jax.numpy as jnp
import optax

model = eqx.nn.MLP(3, 1, 32, 2, key=jax.random.key(0))
optimizer = optax.adam(1e-3)
state = optimizer.init(eqx.filter(model, eqx.is_inexact_array))


@eqx.filter_jit
def step(model, state, x, y):
    def loss(model):
        return jnp.mean((jax.vmap(model)(x)[:, 0] - y) ** 2)

    value, grads = eqx.filter_value_and_grad(loss)(model)
    updates, state = optimizer.update(grads, state)
    return eqx.apply_updates(model, updates), state, value


x = jax.random.normal(jax.random.key(1), (64, 3))
for _ in range(20):
    model, state, value = step(model, state, x, jnp.sum(x, axis=1))
print(value)
