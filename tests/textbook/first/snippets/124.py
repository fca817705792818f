import jax
import jax.numpy as jnp
import optax

D, LAYERS = 8192, 12
tx = optax.adamw(1e-4, weight_decay=0.1)


def init(key):
    return jax.random.normal(key, (LAYERS, D, D), jnp.float32) * D**-0.5


def loss_fn(ws, x, y):
    out, _ = jax.lax.scan(lambda h, w: (jax.nn.gelu(h @ w), None), x, ws)
    return jnp.mean((out - y) ** 2)


@jax.jit
def train_step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


def main(batches):
    params = init(jax.random.key(0))
    opt_state = tx.init(params)
    for step, (x, y) in enumerate(batches):
        params, opt_state, loss = train_step(params, opt_state, x, y)
        if step % 500 == 0:
            print(step, float(loss))
