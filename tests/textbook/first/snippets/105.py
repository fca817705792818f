import jax
import jax.numpy as jnp
import optax

optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(3e-4, weight_decay=0.01))


@jax.jit(donate_argnums=(0, 1))
def train_step(params, opt_state, batch):
    def loss_fn(p):
        pred = jnp.tanh(batch["x"] @ p["w"]) @ p["v"]
        return optax.huber_loss(pred, batch["y"]).mean()

    grads = jax.grad(loss_fn)(params)
    updates, opt_state = optimizer.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state


if __name__ == "__main__":
    params = {"w": jnp.ones((3, 8)), "v": jnp.ones(8)}
    batch = {"x": jnp.ones((4, 3)), "y": jnp.ones(4)}
    params, st = train_step(params, optimizer.init(params), batch)
