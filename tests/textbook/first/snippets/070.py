from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@partial(jax.pmap, axis_name="devices", donate_argnums=(0,), in_axes=(0, 0, 0, None))
def step(w, x, y, lr):
    loss, g = jax.value_and_grad(lambda w: jnp.mean((x @ w - y) ** 2))(w)
    g = lax.pmean(g, axis_name="devices")
    loss = lax.pmean(loss, axis_name="devices")
    return w - lr * g, loss


def main(steps=20):
    n = jax.local_device_count()
    w = jnp.stack([jnp.zeros(3)] * n)
    x, y = jnp.ones((n, 8, 3)), jnp.ones((n, 8))
    for i in range(steps):
        w, loss = step(w, x, y, 0.1)
    print(loss[0])


if __name__ == "__main__":
    main()
