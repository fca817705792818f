import jax
import jax.numpy as jnp


def block(x, w):
    h = jax.nn.gelu(x @ w["up"])
    return x + h @ w["down"]


def loss_fn(ws, x, y):
    x, _ = jax.lax.scan(lambda c, w: (block(c, w), None), x, ws)
    return jnp.mean((x - y) ** 2)


@jax.jit(donate_argnums=0)
def train_step(ws, x, y):
    loss, grads = jax.value_and_grad(jax.checkpoint(loss_fn))(ws, x, y)
    return jax.tree.map(lambda w, g: w - 1e-3 * g, ws, grads), loss


def train(ws, batches):
    losses = []
    for x, y in batches:
        ws, loss = train_step(ws, x, y)
        losses.append(loss)
    return ws, jnp.stack(losses)
