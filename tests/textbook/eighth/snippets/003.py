"""Stateless per-step keys for data noise and dropout in a training loop."""
import jax
import jax.numpy as jnp

BATCH, FEATURES, HIDDEN, STEPS = 256, 128, 512, 3_000
NOISE, DROPOUT = 0, 1


def loss_fn(params, x, key):
    noise_key = jax.random.fold_in(key, NOISE)
    dropout_key = jax.random.fold_in(key, DROPOUT)
    noisy = x + 0.1 * jax.random.normal(noise_key, x.shape)
    hidden = jax.nn.relu(noisy @ params["enc"])
    keep = jax.random.bernoulli(dropout_key, 0.8, hidden.shape)
    hidden = jnp.where(keep, hidden / 0.8, 0.0)
    return jnp.mean((hidden @ params["dec"] - x) ** 2)


@jax.jit
def train_step(params, x, step, base_key):
    key = jax.random.fold_in(base_key, step)
    loss, grads = jax.value_and_grad(loss_fn)(params, x, key)
    return jax.tree.map(lambda p, g: p - 0.05 * g, params, grads), loss


if __name__ == "__main__":
    init_key, data_key, train_key = jax.random.split(jax.random.key(0), 3)
    k_enc, k_dec = jax.random.split(init_key)
    params = {
        "enc": jax.random.normal(k_enc, (FEATURES, HIDDEN)) / FEATURES**0.5,
        "dec": jax.random.normal(k_dec, (HIDDEN, FEATURES)) / HIDDEN**0.5,
    }
    for step in range(STEPS):
        x = jax.random.normal(jax.random.fold_in(data_key, step), (BATCH, FEATURES))
        params, loss = train_step(params, x, step, train_key)
    print("loss", float(loss))
