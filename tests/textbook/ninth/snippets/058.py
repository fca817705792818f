import jax
import jax.numpy as jnp
import optax

EMA_DECAY = 0.999
optimizer = optax.adam(1e-3)


def loss_fn(params, x, y):
    hidden = jax.nn.relu(x @ params["w1"] + params["b1"])
    return optax.squared_error(hidden @ params["w2"] + params["b2"], y).mean()


@jax.jit
def train_step(params, ema_params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    params = optax.apply_updates(params, updates)
    ema_params = jax.tree_map(lambda e, p: EMA_DECAY * e + (1 - EMA_DECAY) * p, ema_params, params)
    return params, ema_params, opt_state, loss


w1_key, w2_key, x_key = jax.random.split(jax.random.key(0), 3)
params = {
    "w1": jax.random.normal(w1_key, (128, 512)) * 0.09,
    "b1": jnp.zeros(512),
    "w2": jax.random.normal(w2_key, (512, 1)) * 0.04,
    "b2": jnp.zeros(1),
}
ema_params, opt_state = params, optimizer.init(params)
x = jax.random.normal(x_key, (1_024, 128))
y = jnp.sin(x[:, :1])
for _ in range(3_000):
    params, ema_params, opt_state, loss = train_step(params, ema_params, opt_state, x, y)
print("loss", float(loss))
