import jax
import jax.numpy as jnp
import optax


def loss_fn(params, x, y):
    prediction = jnp.tanh(x @ params["w"]) @ params["v"]
    return jnp.mean((prediction - y) ** 2)


optimizer = optax.adam(1e-3)


@jax.jit
def train_step(params, state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, state = optimizer.update(grads, state)
    return optax.apply_updates(params, updates), state, loss


keys = jax.random.split(jax.random.key(0), 4)
params = {"w": jax.random.normal(keys[0], (8, 16)), "v": jax.random.normal(keys[1], (16,))}
state = optimizer.init(params)
x, y = jax.random.normal(keys[2], (32, 8)), jax.random.normal(keys[3], (32,))

history = []
for step in range(300):
    params, state, loss = train_step(params, state, x, y)
    history.append(float(loss))
print(history[0], history[-1])
