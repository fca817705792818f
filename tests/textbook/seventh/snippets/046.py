from functools import partial

import jax
import jax.numpy as jnp


def loss_fn(params, x, y):
    h = jax.nn.relu(x @ params["w1"])
    return jnp.mean((h @ params["w2"] - y) ** 2)


@partial(jax.jit, donate_argnums=0)
def train_step(params, x, y, lr=1e-2):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    return jax.tree.map(lambda p, g: p - lr * g, params, grads), loss


k1, k2, k3, k4 = jax.random.split(jax.random.key(0), 4)
params = {
    "w1": jax.random.normal(k1, (1024, 4096)) / 32.0,
    "w2": jax.random.normal(k2, (4096, 1)) / 64.0,
}
x = jax.random.normal(k3, (512, 1024))
y = jax.random.normal(k4, (512, 1))

for step in range(100):
    new_params, loss = train_step(params, x, y)
    delta = jnp.linalg.norm(new_params["w1"] - params["w1"])
    params = new_params
    if step % 10 == 0:
        print(f"step {step}: loss {loss:.4f}, |dw1| {delta:.2e}")
