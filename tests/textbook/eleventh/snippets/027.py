import jax
import jax.numpy as jnp
import optax
from optax import contrib

warmup = optax.warmup_constant_schedule(init_value=0.0, peak_value=0.05, warmup_steps=10)
tx = contrib.schedule_free(optax.adam(warmup, b1=0.0), warmup, b1=0.9)
params = {"w": jnp.zeros(4)}
opt_state = tx.init(params)
x = jax.random.normal(jax.random.key(0), (32, 4))
y = x @ jnp.arange(4.0)


def mse(params, x, y):
    return jnp.mean((x @ params["w"] - y) ** 2)


@jax.jit
def step(params, opt_state):
    grads = jax.grad(mse)(params, x, y)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


for _ in range(100):
    params, opt_state = step(params, opt_state)
eval_params = contrib.schedule_free_eval_params(opt_state, params)
print(mse(eval_params, x, y))
