import jax
import jax.numpy as jnp

DEPTH, DIM = 24, 512


def layer(h, params):
    y = h * jax.lax.rsqrt(jnp.mean(h**2, axis=-1, keepdims=True) + 1e-6) * params["scale"]
    y = jax.nn.silu(y @ params["gate"]) * (y @ params["up"])
    return h + y @ params["down"], None


def loss_fn(stacked, x, targets):
    body = jax.checkpoint(
        layer, prevent_cse=False, policy=jax.checkpoint_policies.dots_with_no_batch_dims_saveable
    )
    h, _ = jax.lax.scan(body, x, stacked)
    return jnp.mean((h - targets) ** 2)


keys = jax.random.split(jax.random.key(0), 5)
stacked = {
    "scale": jnp.ones((DEPTH, DIM)),
    "gate": 0.02 * jax.random.normal(keys[0], (DEPTH, DIM, 4 * DIM)),
    "up": 0.02 * jax.random.normal(keys[1], (DEPTH, DIM, 4 * DIM)),
    "down": 0.02 * jax.random.normal(keys[2], (DEPTH, 4 * DIM, DIM)),
}
x = jax.random.normal(keys[3], (8, 1_024, DIM))
targets = jax.random.normal(keys[4], x.shape)


@jax.jit
def train_step(stacked, x, targets):
    loss, grads = jax.value_and_grad(loss_fn)(stacked, x, targets)
    return jax.tree.map(lambda p, g: p - 1e-2 * g, stacked, grads), loss


for _ in range(20):
    stacked, loss = train_step(stacked, x, targets)
print(loss)
