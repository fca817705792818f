import jax
import jax.numpy as jnp
import optax

tx = optax.chain(
    optax.adam(learning_rate=1e-4),
    optax.clip_by_global_norm(1.0),
)


def loss_fn(params, inputs, targets):
    def cell(h, x):
        h = jnp.tanh(h @ params["wh"] + x @ params["wx"] + params["b"])
        return h, h

    h0 = jnp.zeros((inputs.shape[1], params["b"].shape[0]))
    _, hs = jax.lax.scan(cell, h0, inputs)
    return jnp.mean((hs @ params["wo"] - targets) ** 2)


@jax.jit
def train_step(params, opt_state, inputs, targets):
    loss, grads = jax.value_and_grad(loss_fn)(params, inputs, targets)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


ks = jax.random.split(jax.random.key(0), 5)
params = {
    "wh": jax.random.normal(ks[0], (256, 256)) / 16.0,
    "wx": jax.random.normal(ks[1], (32, 256)) / 5.7,
    "b": jnp.zeros(256),
    "wo": jax.random.normal(ks[2], (256, 1)) / 16.0,
}
opt_state = tx.init(params)
inputs, targets = jax.random.normal(ks[3], (500, 64, 32)), jax.random.normal(ks[4], (500, 64, 1))
for _ in range(1_000):
    params, opt_state, loss = train_step(params, opt_state, inputs, targets)
print(loss)
