import jax
import jax.numpy as jnp
import optax
from flax import linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.silu(nn.Dense(64)(x))
        x = nn.silu(nn.Dense(64)(x))
        return nn.Dense(1)(x).squeeze(-1)


model = Net()
tx = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(1e-3))


def train_step(params, opt_state, x, y):
    def loss_fn(p):
        return optax.huber_loss(model.apply(p, x), y).mean()

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


train_step = jax.jit(train_step, donate_argnums=(0, 1))


def main(num_steps=1000, log_every=100):
    k_init, k_data = jax.random.split(jax.random.key(0))
    params = model.init(k_init, jnp.ones((1, 5)))
    opt_state = tx.init(params)
    for step in range(num_steps):
        x = jax.random.normal(jax.random.fold_in(k_data, step), (128, 5))
        y = jnp.prod(x[:, :2], axis=-1)
        params, opt_state, loss = train_step(params, opt_state, x, y)
        if step % log_every == 0:
            print(f"{step:5d} {float(loss):.4f}")


if __name__ == "__main__":
    main()
