import jax
import jax.numpy as jnp
import optax
from optax import contrib

tx = contrib.schedule_free_adamw(learning_rate=1e-2, warmup_steps=10)


def model(params, x):
    return jnp.tanh(x @ params["w"]) @ params["v"]


def loss_fn(params, x, y):
    return jnp.mean((model(params, x) - y) ** 2)


@jax.jit
def step(params, opt_state, x, y):
    grads = jax.grad(loss_fn)(params, x, y)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


@jax.jit
def validate(params, x, y):
    return loss_fn(params, x, y)


k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
params = {"w": jax.random.normal(k1, (6, 16)), "v": jax.random.normal(k2, (16,))}
opt_state = tx.init(params)
x = jax.random.normal(k3, (128, 6))
y = jnp.sin(x).sum(axis=1)
for _ in range(30):
    params, opt_state = step(params, opt_state, x[:96], y[:96])
print("validation", validate(params, x[96:], y[96:]))
