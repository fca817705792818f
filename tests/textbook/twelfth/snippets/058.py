import jax
import jax.numpy as jnp
import optax
from flax import linen as nn


class Net(nn.Module):
    width: int = 128

    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(self.width)(x))
        x = nn.relu(nn.Dense(self.width)(x))
        return nn.Dense(1)(x)[..., 0]


def main(num_steps=5000):
    model = Net()
    init_key, data_key = jax.random.split(jax.random.key(0))
    params = model.init(init_key, jnp.ones((1, 8)))
    tx = optax.adam(1e-3)
    opt_state = tx.init(params)

    def train_step(params, opt_state, x, y):
        def loss_fn(p):
            return optax.l2_loss(model.apply(p, x), y).mean()

        loss, grads = jax.value_and_grad(loss_fn)(params)
        updates, opt_state = tx.update(grads, opt_state, params)
        return optax.apply_updates(params, updates), opt_state, loss

    train_step = jax.jit(train_step, donate_argnums=(0, 1))

    history = []
    for step in range(num_steps):
        x = jax.random.normal(jax.random.fold_in(data_key, step), (64, 8))
        params, opt_state, loss = train_step(params, opt_state, x, x.sum(-1))
        history.append(float(loss))
    print(sum(history[-100:]) / 100)


if __name__ == "__main__":
    main()
