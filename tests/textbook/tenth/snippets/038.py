import jax
import jax.numpy as jnp
import optax

LEARNING_RATE = 3e-3

optimizer = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.scale_by_adam(b1=0.9, b2=0.99),
    optax.add_decayed_weights(1e-4),
    optax.scale(LEARNING_RATE),
)


def loss_fn(params, x, y):
    pred = jax.nn.relu(x @ params["w1"]) @ params["w2"]
    return jnp.mean((pred - y) ** 2)


@jax.jit
def step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    params = optax.apply_updates(params, updates)
    return params, opt_state, loss


k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
params = {
    "w1": 0.1 * jax.random.normal(k1, (8, 32)),
    "w2": 0.1 * jax.random.normal(k2, (32, 1)),
}
opt_state = optimizer.init(params)
x = jax.random.normal(k3, (64, 8))
y = x[:, :1] ** 2
for _ in range(10):
    params, opt_state, loss = step(params, opt_state, x, y)
print(loss)
