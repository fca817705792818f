import jax
import jax.numpy as jnp
import optax

tx = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.scale_by_adam(b1=0.9, b2=0.99),
)


def loss_fn(params, batch):
    x, y = batch
    pred = x @ params["w"] + params["b"]
    return optax.l2_loss(pred, y).mean()


def make_batch(key):
    x = jax.random.normal(key, (128, 6))
    return x, x @ jnp.arange(6.0) + 0.5


def update(params, opt_state, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    updates, opt_state = tx.update(grads, opt_state, params)
    params = optax.apply_updates(params, updates)
    return params, opt_state, loss


update = jax.jit(update, donate_argnums=(0, 1))


def main():
    params = {"w": jnp.zeros(6), "b": jnp.zeros(())}
    opt_state = tx.init(params)
    key = jax.random.key(0)
    for step in range(500):
        params, opt_state, loss = update(
            params, opt_state, make_batch(jax.random.fold_in(key, step))
        )
        if step % 100 == 0:
            print(step, loss)


if __name__ == "__main__":
    main()
