import equinox as eqx
import jax
import jax.numpy as jnp
import optax

model_key, data_key = jax.random.split(jax.random.key(0))
model = eqx.nn.MLP(in_size=16, out_size=1, width_size=256, depth=3, key=model_key)
optim = optax.adamw(1e-3)
opt_state = optim.init(model)


@eqx.filter_value_and_grad
def loss_fn(model, x, y):
    return jnp.mean((jax.vmap(model)(x) - y) ** 2)


@eqx.filter_jit
def make_step(model, opt_state, x, y):
    loss, grads = loss_fn(model, x, y)
    updates, opt_state = optim.update(grads, opt_state, eqx.filter(model, eqx.is_inexact_array))
    return eqx.apply_updates(model, updates), opt_state, loss


x = jax.random.normal(data_key, (2_048, 16))
y = jnp.sum(jnp.sin(x), axis=-1, keepdims=True)
for _ in range(1_000):
    model, opt_state, loss = make_step(model, opt_state, x, y)
print(loss)
