import jax
import jax.numpy as jnp
import numpy as np
import optax

WIDTH = 2048
tx = optax.sgd(1e-2, momentum=0.9)


def loss_fn(params, x):
    h = jax.nn.gelu(x @ params["up"])
    return jnp.mean((h @ params["down"] - x) ** 2)


def step(params, opt_state, x):
    loss, grads = jax.value_and_grad(loss_fn)(params, x)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


step = jax.jit(step, donate_argnums=(0, 1))


def run(num_steps=3000):
    ku, kd, kx = jax.random.split(jax.random.key(3), 3)
    params = {
        "up": jax.random.normal(ku, (512, WIDTH)) / 512**0.5,
        "down": jax.random.normal(kd, (WIDTH, 512)) / WIDTH**0.5,
    }
    opt_state = tx.init(params)
    norms = []
    for i in range(num_steps):
        x = jax.random.normal(jax.random.fold_in(kx, i), (32, 512))
        params, opt_state, loss = step(params, opt_state, x)
        host = jax.device_get(params)
        norms.append(np.sqrt(sum(np.sum(p**2) for p in jax.tree.leaves(host))))
    return params, norms


if __name__ == "__main__":
    _, norms = run()
    print(norms[-1])
