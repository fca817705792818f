import jax
import jax.numpy as jnp
import optax

NUM_STEPS = 10_000
DROP_RATE = 0.2

optimizer = optax.adam(1e-3)


def loss_fn(params, x, y, key):
    h = jax.nn.relu(x @ params["w1"])
    keep = jax.random.bernoulli(key, 1.0 - DROP_RATE, h.shape)
    h = jnp.where(keep, h / (1.0 - DROP_RATE), 0.0)
    return jnp.mean((h @ params["w2"] - y) ** 2)


@jax.jit
def train_step(params, opt_state, x, y, base_key, step):
    key = jax.random.fold_in(base_key, step)
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y, key)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


def train(params, batches, seed=0):
    base_key = jax.random.key(seed)
    opt_state = optimizer.init(params)
    for step, (x, y) in zip(range(NUM_STEPS), batches):
        params, opt_state, loss = train_step(params, opt_state, x, y, base_key, step)
    return params, loss


if __name__ == "__main__":
    kw1, kw2, kx = jax.random.split(jax.random.key(42), 3)
    params = {"w1": jax.random.normal(kw1, (64, 512)) / 8, "w2": jax.random.normal(kw2, (512, 1)) / 23}
    x = jax.random.normal(kx, (256, 64))
    print(train(params, ((x, x[:, :1]) for _ in range(NUM_STEPS)))[1])
