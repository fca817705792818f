import equinox as eqx
import jax
import jax.numpy as jnp
import optax

model = eqx.nn.MLP(2, "scalar", 16, 2, activation=jax.nn.gelu, key=jax.random.key(0))
optim = optax.adamw(1e-2)
opt_state = optim.init(eqx.filter(model, eqx.is_inexact_array))


@eqx.filter_value_and_grad
def loss_fn(model, x, y):
    return jnp.mean((jax.vmap(model)(x) - y) ** 2)


@eqx.filter_jit(donate="all-except-first")
def step(x_y, model, opt_state):
    loss, grads = loss_fn(model, *x_y)
    params = eqx.filter(model, eqx.is_inexact_array)
    updates, opt_state = optim.update(grads, opt_state, params)
    return eqx.apply_updates(model, updates), opt_state, loss


x = jax.random.normal(jax.random.key(1), (32, 2))
y = jnp.sin(x[:, 0]) * x[:, 1]
for _ in range(10):
    model, opt_state, loss = step((x, y), model, opt_state)
print(loss)
