"""Denoising autoencoder on 784-d inputs with input corruption."""
import jax
import jax.numpy as jnp
import numpy as np

BATCH, FEATURES, HIDDEN = 256, 784, 128


def init(key):
    k1, k2 = jax.random.split(key)
    return {
        "enc": jax.random.normal(k1, (FEATURES, HIDDEN)) / FEATURES**0.5,
        "dec": jax.random.normal(k2, (HIDDEN, FEATURES)) / HIDDEN**0.5,
    }


def loss_fn(params, x):
    keep = np.random.binomial(1, 0.7, size=x.shape)
    hidden = jax.nn.relu((x * keep) @ params["enc"])
    return jnp.mean((hidden @ params["dec"] - x) ** 2)


@jax.jit
def train_step(params, x):
    loss, grads = jax.value_and_grad(loss_fn)(params, x)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss


if __name__ == "__main__":
    key, init_key = jax.random.split(jax.random.key(0))
    params = init(init_key)
    for step in range(1_000):
        x = jax.random.uniform(jax.random.fold_in(key, step), (BATCH, FEATURES))
        params, loss = train_step(params, x)
    print("loss", float(loss))
