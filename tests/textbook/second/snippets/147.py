import jax
import jax.numpy as jnp
import optax

optimizer = optax.adamw(1e-3)


def loss_fn(params, x, y):
    pred = jnp.tanh(x @ params["w"]) @ params["v"]
    return jnp.mean((pred - y) ** 2)


def _step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


step = jax.jit(_step, donate_argnums=(0, 1))


def train(params, loader, log_every=200):
    opt_state = optimizer.init(params)
    for i, (x, y) in enumerate(loader):
        params, opt_state, loss = step(params, opt_state, x, y)
        if i % log_every == 0:
            print(f"step {i}: {float(loss):.4f}")
    return params
