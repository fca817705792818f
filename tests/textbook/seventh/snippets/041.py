from functools import partial

import jax
import jax.numpy as jnp


def loss_fn(params, x, y):
    h = jnp.tanh(x @ params["w1"])
    return jnp.mean((h @ params["w2"] - y) ** 2)


@partial(jax.jit, donate_argnames=("params", "ema"))
def train_step(params, ema, x, y, lr=1e-2, decay=0.999):
    grads = jax.grad(loss_fn)(params, x, y)
    params = jax.tree.map(lambda p, g: p - lr * g, params, grads)
    ema = jax.tree.map(lambda e, p: decay * e + (1.0 - decay) * p, ema, params)
    return params, ema


k1, k2, k3, k4 = jax.random.split(jax.random.key(0), 4)
params = {
    "w1": jax.random.normal(k1, (512, 2048)) / 512**0.5,
    "w2": jax.random.normal(k2, (2048, 8)) / 2048**0.5,
}
ema = jax.tree.map(lambda p: p, params)
x = jax.random.normal(k3, (256, 512))
y = jax.random.normal(k4, (256, 8))
for _ in range(500):
    params, ema = train_step(params, ema, x, y)
print(loss_fn(ema, x, y))
