import jax
import jax.numpy as jnp
import optax


def loss_fn(params, x, y):
    h = jax.nn.relu(x @ params["backbone"]["w"] + params["backbone"]["b"])
    logits = h @ params["head"]["w"] + params["head"]["b"]
    return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()


k1, k2, k3, k4 = jax.random.split(jax.random.key(0), 4)
params = {
    "backbone": {"w": jax.random.normal(k1, (768, 1024)) / 27.7, "b": jnp.zeros(1024)},
    "head": {"w": jax.random.normal(k2, (1024, 5)) / 32.0, "b": jnp.zeros(5)},
}
pretrained_backbone = params["backbone"]
trainable = {"backbone": False, "head": True}
tx = optax.masked(optax.adam(1e-3), trainable)
opt_state = tx.init(params)


@jax.jit
def train_step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


x, y = jax.random.normal(k3, (256, 768)), jax.random.randint(k4, (256,), 0, 5)
for _ in range(300):
    params, opt_state, loss = train_step(params, opt_state, x, y)
print(loss)
