from functools import partial

import jax
import jax.numpy as jnp
import optax

optimizer = optax.adamw(3e-4)


def loss_fn(params, x, y):
    return optax.squared_error(jnp.tanh(x @ params["w"]) @ params["v"], y).mean()


@partial(jax.jit, donate_argnums=(0, 1))
def train_step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


w_key, v_key, x_key = jax.random.split(jax.random.key(0), 3)
params = {
    "w": jax.random.normal(w_key, (512, 2_048)) * 0.04,
    "v": jax.random.normal(v_key, (2_048, 8)) * 0.02,
}
opt_state = optimizer.init(params)
x = jax.random.normal(x_key, (1_024, 512))
y = jnp.ones((1_024, 8))

for step in range(1_000):
    new_params, opt_state, loss = train_step(params, opt_state, x, y)
    if step % 100 == 0:
        delta = jax.tree.map(jnp.subtract, new_params, params)
        print(step, float(loss), float(optax.tree.norm(delta)))
    params = new_params
