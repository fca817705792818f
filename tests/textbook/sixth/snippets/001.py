import jax
import jax.numpy as jnp
import optax

NUM_LAYERS, BATCH, SEQ, DIM = 48, 8, 1_024, 1_024


def block(x, layer):
    h = x - x.mean(axis=-1, keepdims=True)
    h = h * jax.lax.rsqrt(jnp.mean(h**2, axis=-1, keepdims=True) + 1e-6)
    return x + jax.nn.gelu(h @ layer["up"]) @ layer["down"]


def forward(params, x):
    for layer in params["layers"]:
        x = block(x, layer)
    return x @ params["head"]


@jax.checkpoint
def loss_fn(params, x, labels):
    logits = forward(params, x)
    return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()


optimizer = optax.adam(1e-4)


@jax.jit
def train_step(params, opt_state, x, labels):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, labels)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss
