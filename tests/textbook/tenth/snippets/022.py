import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def train_step(w, x, y):
    loss, g = jax.value_and_grad(lambda w: jnp.mean((x @ w - y) ** 2))(w)
    return w - 0.05 * g, loss


def batches(seed, n):
    rng = np.random.default_rng(seed)
    for _ in range(n):
        x = rng.normal(size=(32, 4)).astype(np.float32)
        yield x, x @ np.arange(4, dtype=np.float32)


w = jnp.zeros(4)
pending = []
for i, (x, y) in enumerate(batches(0, 300)):
    w, loss = train_step(w, x, y)
    pending.append(loss)
    if (i + 1) % 100 == 0:
        window = np.asarray(jnp.stack(pending))
        print(f"step {i + 1}: mean loss {window.mean():.5f}")
        pending.clear()
print(w)
