import jax
import jax.numpy as jnp
import optax
from optax import contrib

params = {"w": jnp.zeros((6, 1)), "b": jnp.zeros((1,))}
tx = contrib.dpsgd(
    learning_rate=0.1, l2_norm_clip=1.0, noise_multiplier=1.1, seed=42
)
opt_state = tx.init(params)


def loss_fn(params, x, y):
    logits = x @ params["w"] + params["b"]
    return jnp.mean(optax.sigmoid_binary_cross_entropy(logits[:, 0], y))


@jax.jit
def private_step(params, opt_state, x, y):
    grads = jax.grad(loss_fn)(params, x, y)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


x = jax.random.normal(jax.random.key(0), (32, 6))
y = (x[:, 0] > 0).astype(jnp.float32)
params, opt_state = private_step(params, opt_state, x, y)
print(params["w"].ravel())
