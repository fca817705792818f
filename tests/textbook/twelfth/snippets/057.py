import jax
import jax.numpy as jnp
import optax
from flax import linen as nn


class Head(nn.Module):
    classes: int = 10

    @nn.compact
    def __call__(self, x):
        x = nn.gelu(nn.Dense(64)(x))
        return nn.softmax(nn.Dense(self.classes)(x))


model = Head()
tx = optax.adam(3e-3)


def loss_fn(params, x, labels):
    out = model.apply({"params": params}, x)
    return optax.softmax_cross_entropy_with_integer_labels(out, labels).mean()


def train_step(params, opt_state, x, labels):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, labels)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


train_step = jax.jit(train_step, donate_argnums=(0, 1))


def main():
    k_init, k_data = jax.random.split(jax.random.key(0))
    params = model.init(k_init, jnp.ones((1, 10)))["params"]
    opt_state = tx.init(params)
    for step in range(1000):
        x = jax.random.normal(jax.random.fold_in(k_data, step), (128, 10))
        params, opt_state, loss = train_step(params, opt_state, x, x.argmax(-1))
        if step % 200 == 0:
            print(step, float(loss))


if __name__ == "__main__":
    main()
