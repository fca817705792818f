"""Training of a wide residual MLP on a single accelerator."""
import jax
import jax.numpy as jnp
import numpy as np
import optax

DIM = 4096
LAYERS = 12
BATCH = 256

tx = optax.adam(3e-4)


def init_params(key):
    keys = jax.random.split(key, LAYERS)
    return [jax.random.normal(k, (DIM, DIM)) * (0.5 / DIM**0.5) for k in keys]


def loss_fn(params, x, y):
    for w in params:
        x = x + jax.nn.relu(x @ w)
    return jnp.mean((x - y) ** 2)


@jax.jit
def train_step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


def batches(n, seed):
    rng = np.random.default_rng(seed)
    for _ in range(n):
        x = rng.normal(size=(BATCH, DIM)).astype(np.float32)
        yield x, np.roll(x, 1, axis=-1)


if __name__ == "__main__":
    params = init_params(jax.random.key(0))
    opt_state = tx.init(params)
    for step, (x, y) in enumerate(batches(10_000, seed=1)):
        params, opt_state, loss = train_step(params, opt_state, x, y)
        if step % 200 == 0:
            print(step, float(loss))
