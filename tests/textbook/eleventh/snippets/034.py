import jax
import jax.numpy as jnp
import optax
from optax import contrib

x = jax.random.normal(jax.random.key(0), (64, 5))
w_true = jnp.arange(5.0)
y = x @ w_true

optimizer = contrib.schedule_free_adamw(learning_rate=1e-2, warmup_steps=20)
params = {"w": jnp.zeros(5)}
opt_state = optimizer.init(params)


def mse(params, x, y):
    return jnp.mean((x @ params["w"] - y) ** 2)


@jax.jit
def train_step(params, opt_state):
    grads = jax.grad(mse)(params, x, y)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


for _ in range(100):
    params, opt_state = train_step(params, opt_state)

x_test = jax.random.normal(jax.random.key(1), (16, 5))
print("test mse", mse(params, x_test, x_test @ w_true))
