import jax
import jax.numpy as jnp


def diffusion_loss(params, x0, t):
    key = jax.random.key(0)
    eps = jax.random.normal(key, x0.shape)
    alpha = jnp.cos(0.5 * jnp.pi * t)[:, None]
    sigma = jnp.sin(0.5 * jnp.pi * t)[:, None]
    pred = (alpha * x0 + sigma * eps) @ params["w"] + params["b"]
    return jnp.mean((pred - eps) ** 2)


@jax.jit(donate_argnums=0)
def update(params, x0, t, lr):
    grads = jax.grad(diffusion_loss)(params, x0, t)
    return jax.tree.map(lambda p, g: p - lr * g, params, grads)


def train(params, batches, lr=1e-3):
    for x0, t in batches:
        params = update(params, x0, t, lr)
    return params
