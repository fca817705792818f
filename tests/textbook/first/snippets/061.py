import jax
import jax.numpy as jnp
import optax

tx = optax.adamw(1e-4)


@jax.jit(donate_argnames=("params", "opt_state"))
def train_step(params, opt_state, x, y):
    def loss_fn(p):
        return optax.l2_loss(jnp.tanh(x @ p["a"]) @ p["b"], y).mean()

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


def train(params, loader, steps=100_000):
    opt_state = tx.init(params)
    running = 0.0
    for _, (x, y) in zip(range(steps), loader):
        params, opt_state, loss = train_step(params, opt_state, x, y)
        running = 0.99 * running + 0.01 * float(loss)
    print("smoothed loss", running)
    return params
