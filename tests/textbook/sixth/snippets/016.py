import jax
import jax.numpy as jnp

NUM_LAYERS, BATCH, DIM = 24, 64, 1_024
DROP_RATE = 0.1


@jax.checkpoint
def residual_block(layer, x, key, train):
    h = jax.nn.gelu(x @ layer["w1"] + layer["b1"])
    if train:
        keep = jax.random.bernoulli(key, 1.0 - DROP_RATE, h.shape)
        h = jnp.where(keep, h / (1.0 - DROP_RATE), 0.0)
    return x + h @ layer["w2"]


def loss_fn(layers, x, y, key, train=True):
    for layer, subkey in zip(layers, jax.random.split(key, len(layers))):
        x = residual_block(layer, x, subkey, train)
    return jnp.mean((x - y) ** 2)


def init_layer(key):
    k1, k2 = jax.random.split(key)
    return {
        "w1": jax.random.normal(k1, (DIM, 4 * DIM)) / jnp.sqrt(DIM),
        "b1": jnp.zeros(4 * DIM),
        "w2": jax.random.normal(k2, (4 * DIM, DIM)) / jnp.sqrt(4 * DIM),
    }


if __name__ == "__main__":
    init_key, data_key, drop_key = jax.random.split(jax.random.key(0), 3)
    layers = [init_layer(k) for k in jax.random.split(init_key, NUM_LAYERS)]
    x = jax.random.normal(data_key, (BATCH, DIM))
    grads = jax.jit(jax.grad(loss_fn))(layers, x, jnp.zeros_like(x), drop_key)
