import jax
import jax.numpy as jnp

BATCH, IN_DIM, HIDDEN, CLASSES = 512, 256, 1_024, 10
DROP_RATE = 0.3


def init_params(key):
    k1, k2 = jax.random.split(key)
    return {
        "w1": jax.random.normal(k1, (IN_DIM, HIDDEN)) / jnp.sqrt(IN_DIM),
        "w2": jax.random.normal(k2, (HIDDEN, CLASSES)) / jnp.sqrt(HIDDEN),
    }


def forward(params, x, key):
    h = jax.nn.relu(x @ params["w1"])
    keep = jax.random.bernoulli(key, 1.0 - DROP_RATE, h.shape)
    h = jnp.where(keep, h / (1.0 - DROP_RATE), 0.0)
    return h @ params["w2"]


batched_forward = jax.vmap(forward, in_axes=(None, 0, None))


@jax.jit
def loss_fn(params, x, labels, key):
    logits = batched_forward(params, x, key)
    log_probs = jax.nn.log_softmax(logits)
    return -jnp.mean(jnp.take_along_axis(log_probs, labels[:, None], axis=1))


if __name__ == "__main__":
    params_key, x_key, drop_key = jax.random.split(jax.random.key(0), 3)
    x = jax.random.normal(x_key, (BATCH, IN_DIM))
    labels = jnp.arange(BATCH) % CLASSES
    print(loss_fn(init_params(params_key), x, labels, drop_key))
