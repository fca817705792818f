import jax
import jax.numpy as jnp
import optax


def loss_fn(w, x, y):
    return jnp.mean(optax.huber_loss(x @ w, y))


x = jax.random.normal(jax.random.key(0), (128, 6))
y = x @ jnp.arange(6.0)
gradient = jax.jit(jax.grad(loss_fn))
w = jnp.zeros(6)
rate = 0.1
for epoch in range(5):
    optimizer = optax.adam(rate)
    state = optimizer.init(w)
    for _ in range(20):
        updates, state = optimizer.update(gradient(w, x, y), state)
        w = optax.apply_updates(w, updates)
    rate = rate * 0.5
print(loss_fn(w, x, y))
