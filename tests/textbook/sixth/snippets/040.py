from functools import partial

import jax
import jax.numpy as jnp
import optax

NUM_STEPS = 2_000

optimizer = optax.adam(1e-3)


def loss_fn(params, x, y):
    return jnp.mean((jnp.tanh(x @ params["w"]) @ params["v"] - y) ** 2)


@partial(jax.jit, donate_argnums=(0, 1))
def train_step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    metrics = {"loss": loss, "update_norm": optax.global_norm(updates)}
    return optax.apply_updates(params, updates), opt_state, metrics


if __name__ == "__main__":
    k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
    params = {"w": 0.04 * jax.random.normal(k1, (512, 1_024)), "v": 0.03 * jax.random.normal(k2, (1_024, 1))}
    opt_state = optimizer.init(params)
    x = jax.random.normal(k3, (256, 512))
    y = jnp.sum(x, axis=1, keepdims=True)
    for step in range(NUM_STEPS):
        params, opt_state, metrics = train_step(params, opt_state, x, y)
        if step % 200 == 0:
            print(step, {k: round(float(v), 4) for k, v in metrics.items()})
    print("final norm of w:", jnp.linalg.norm(params["w"]))
