import jax
import jax.numpy as jnp
import optax

NUM_STEPS, BATCH, DIM = 10_000, 128, 784


def denoise(params, x, t):
    h = jax.nn.silu(x @ params["w1"] + t[:, None] * params["wt"])
    return h @ params["w2"]


def loss_fn(params, batch, key):
    key_t, key_eps = jax.random.split(key)
    t = jax.random.uniform(key_t, (batch.shape[0],))
    eps = jax.random.normal(key_eps, batch.shape)
    noisy = jnp.sqrt(1.0 - t)[:, None] * batch + jnp.sqrt(t)[:, None] * eps
    return jnp.mean((denoise(params, noisy, t) - eps) ** 2)


optimizer = optax.adam(2e-4)


@jax.jit
def train_step(params, opt_state, batch, key):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch, key)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


def train(params, batches, seed=0):
    key = jax.random.key(seed)
    opt_state = optimizer.init(params)
    for _, batch in zip(range(NUM_STEPS), batches):
        params, opt_state, loss = train_step(params, opt_state, batch, key)
    return params, loss
