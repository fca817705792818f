import jax
import jax.numpy as jnp
import optax
from optax import contrib

tx = optax.chain(
    optax.inject_hyperparams(optax.adam)(learning_rate=0.1),
    contrib.reduce_on_plateau(patience=5, factor=0.5, rtol=1e-3),
)
params = jnp.array([3.0, -2.0])
state = tx.init(params)


@jax.jit
def step(params, state):
    value, grads = jax.value_and_grad(lambda p: jnp.sum(jnp.abs(p)))(params)
    updates, state = tx.update(grads, state, params, value=value)
    return optax.apply_updates(params, updates), state, value


for i in range(40):
    if i == 20:
        state[0].hyperparams["learning_rate"] = jnp.asarray(0.01)
    params, state, value = step(params, state)
print(value, state[1].scale)
