import jax
import jax.numpy as jnp


@jax.checkpoint
def block(w, x):
    return x + jnp.tanh(jax.nn.gelu(x @ w["up"]) @ w["down"])


def loss_fn(params, x, y):
    for w in params:
        x = block(w, x)
    return jnp.mean((x - y) ** 2)


def step(params, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    return jax.tree.map(lambda p, g: p - 1e-3 * g, params, grads), loss


step = jax.jit(step, donate_argnums=0)


def train(params, loader):
    assert len(params) <= 6
    losses = []
    for x, y in loader:
        params, loss = step(params, x, y)
        losses.append(loss)
    return params, jnp.stack(losses)
