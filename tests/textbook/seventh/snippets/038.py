import jax
import jax.numpy as jnp
import optax

tx = optax.adam(optax.cosine_decay_schedule(1e-3, decay_steps=10_000))


def loss_fn(params, x, y):
    h = jax.nn.relu(x @ params["w1"] + params["b1"])
    return jnp.mean(optax.huber_loss(h @ params["w2"], y))


@jax.jit
def train_step(params, x, y):
    opt_state = tx.init(params)
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), loss


k1, k2, k3, k4 = jax.random.split(jax.random.key(0), 4)
params = {
    "w1": jax.random.normal(k1, (32, 256)) / 5.7,
    "b1": jnp.zeros(256),
    "w2": jax.random.normal(k2, (256, 1)) / 16.0,
}
x, y = jax.random.normal(k3, (8_192, 32)), jax.random.normal(k4, (8_192, 1))
for step in range(10_000):
    i = (step * 256) % 8_192
    params, loss = train_step(params, x[i : i + 256], y[i : i + 256])
print(loss)
