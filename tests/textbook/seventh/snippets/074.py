import jax
import jax.numpy as jnp


@jax.jit
def train_step(w, loss_sum, key, lr=1e-2):
    kx, kn = jax.random.split(key)
    x = jax.random.normal(kx, (512, 256))
    y = x[:, 0] - 0.5 * x[:, 1] + 0.1 * jax.random.normal(kn, (512,))
    loss, g = jax.value_and_grad(lambda v: jnp.mean((x @ v - y) ** 2))(w)
    return w - lr * g, loss_sum + loss


LOG_EVERY = 500
key = jax.random.key(0)
w, loss_sum = jnp.zeros(256), jnp.zeros(())
for step in range(1, 20_001):
    w, loss_sum = train_step(w, loss_sum, jax.random.fold_in(key, step))
    if step % LOG_EVERY == 0:
        print(f"step {step}: mean loss {float(loss_sum) / LOG_EVERY:.5f}")
        loss_sum = jnp.zeros(())
