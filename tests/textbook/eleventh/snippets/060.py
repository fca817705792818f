import jax
import jax.numpy as jnp
import optax

tx = optax.lookahead(optax.adam(1e-2), sync_period=5, slow_step_size=0.5)
initial = {"w": jnp.ones((3, 1)), "b": jnp.zeros(1)}
params = optax.LookaheadParams.init_synced(initial)
opt_state = tx.init(params)
x = jax.random.normal(jax.random.key(0), (16, 3))


def loss_fn(p):
    return jnp.mean((x @ p["w"] + p["b"] - 1.0) ** 2)


@jax.jit
def step(params, opt_state):
    loss, grads = jax.value_and_grad(loss_fn)(params.fast)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


for _ in range(20):
    params, opt_state, loss = step(params, opt_state)
print("fast", loss, "slow", loss_fn(params.slow))
