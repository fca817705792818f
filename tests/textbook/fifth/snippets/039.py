import jax
import jax.numpy as jnp


@jax.jit
def step(w, x):
    loss, g = jax.value_and_grad(lambda w: jnp.mean((x @ w) ** 2))(w)
    return w - 0.1 * g, loss


w, losses = jnp.ones(8), []
for i in range(1000):
    w, loss = step(w, jax.random.normal(jax.random.key(i), (32, 8)))
    losses.append(loss)
    if i % 200 == 0:
        print(i, float(loss))
print(jnp.stack(losses).mean())
