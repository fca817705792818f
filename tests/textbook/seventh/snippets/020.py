import equinox as eqx
import jax
import jax.numpy as jnp
import optax

optim = optax.adam(1e-3)


@eqx.filter_jit
def make_step(model, opt_state, x, temperature):
    def loss_fn(m):
        logits = jax.vmap(m)(x) / temperature
        p = jax.nn.softmax(logits, axis=-1)
        return jnp.sum(p * jnp.log(p + 1e-9), axis=-1).mean()

    loss, grads = eqx.filter_value_and_grad(loss_fn)(model)
    updates, opt_state = optim.update(grads, opt_state)
    return eqx.apply_updates(model, updates), opt_state, loss


model_key, data_key = jax.random.split(jax.random.key(0))
model = eqx.nn.MLP(64, 32, width_size=256, depth=2, key=model_key)
opt_state = optim.init(eqx.filter(model, eqx.is_inexact_array))
x = jax.random.normal(data_key, (512, 64))
for step in range(10_000):
    temperature = max(0.1, 1.0 - step / 10_000)
    model, opt_state, loss = make_step(model, opt_state, x, temperature)
print(loss)
