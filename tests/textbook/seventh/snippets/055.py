from functools import partial

import jax
import jax.numpy as jnp
import optax

tx = optax.adamw(3e-4)


def loss_fn(params, x, y):
    h = jax.nn.gelu(x @ params["w1"])
    return jnp.mean((h @ params["w2"] - y) ** 2)


@partial(jax.jit, donate_argnames=("params", "opt_state"))
def train_step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = tx.update(grads, opt_state, params)
    new_params = optax.apply_updates(params, updates)
    return new_params, opt_state, {"loss": loss, "update_norm": optax.global_norm(updates)}


k1, k2, k3, k4 = jax.random.split(jax.random.key(0), 4)
params = {"w1": jax.random.normal(k1, (1024, 4096)) / 32.0, "w2": jax.random.normal(k2, (4096, 1)) / 64.0}
opt_state = tx.init(params)
x, y = jax.random.normal(k3, (512, 1024)), jax.random.normal(k4, (512, 1))
for step in range(1_000):
    params, opt_state, metrics = train_step(params, opt_state, x, y)
    if step % 100 == 0:
        print(step, jax.device_get(metrics))
