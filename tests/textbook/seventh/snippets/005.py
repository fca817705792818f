import jax
import jax.numpy as jnp

NUM_LAYERS, DIM = 24, 1024


def block(params, h):
    y = jax.nn.gelu(h @ params["up"])
    return h + y @ params["down"]


def loss_fn(layers, x, targets):
    h = x
    for params in layers:
        h = block(params, h)
    return jnp.mean((h - targets) ** 2)


def init(key):
    ku, kd = jax.random.split(key)
    return {
        "up": 0.02 * jax.random.normal(ku, (DIM, 4 * DIM)),
        "down": 0.02 * jax.random.normal(kd, (4 * DIM, DIM)),
    }


layers = [init(k) for k in jax.random.split(jax.random.key(0), NUM_LAYERS)]
x = jax.random.normal(jax.random.key(1), (8, 2048, DIM))
targets = jax.random.normal(jax.random.key(2), x.shape)


@jax.jit
def train_step(layers, x, targets):
    loss, grads = jax.value_and_grad(jax.checkpoint(loss_fn))(layers, x, targets)
    return jax.tree.map(lambda p, g: p - 1e-3 * g, layers, grads), loss


for _ in range(1_000):
    layers, loss = train_step(layers, x, targets)
print(loss)
