import jax
import jax.numpy as jnp


@jax.jit
def step(w, x):
    loss, g = jax.value_and_grad(lambda w: jnp.mean((x @ w) ** 2))(w)
    return w - 0.1 * g, loss


w = jnp.ones(8)
history = []
for i in range(1000):
    x = jax.random.normal(jax.random.key(i), (32, 8))
    w, loss = step(w, x)
    history.append(float(loss))
print(history[-1])
