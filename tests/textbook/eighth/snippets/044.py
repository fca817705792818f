"""Track the size of each parameter update while training an MLP."""
from functools import partial

import jax
import jax.numpy as jnp
import optax

BATCH, FEATURES, CLASSES = 256, 784, 10
optimizer = optax.sgd(0.1, momentum=0.9)


def loss_fn(params, x, y):
    logits = jax.nn.relu(x @ params["w1"]) @ params["w2"]
    return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()


@partial(jax.jit, donate_argnums=(0, 1))
def train_step(params, opt_state, x, y):
    grads = jax.grad(loss_fn)(params, x, y)
    updates, opt_state = optimizer.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state


if __name__ == "__main__":
    key, k1, k2 = jax.random.split(jax.random.key(0), 3)
    params = {
        "w1": jax.random.normal(k1, (FEATURES, 512)) / FEATURES**0.5,
        "w2": jax.random.normal(k2, (512, CLASSES)) / 512**0.5,
    }
    opt_state = optimizer.init(params)
    for step in range(1_000):
        kx, ky = jax.random.split(jax.random.fold_in(key, step))
        x = jax.random.normal(kx, (BATCH, FEATURES))
        y = jax.random.randint(ky, (BATCH,), 0, CLASSES)
        new_params, opt_state = train_step(params, opt_state, x, y)
        delta = optax.global_norm(jax.tree.map(jnp.subtract, new_params, params))
        params = new_params
    print("last update norm", float(delta))
