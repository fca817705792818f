import jax
import jax.numpy as jnp
import optax

NUM_STEPS = 3_000


def init_params(key):
    k1, k2 = jax.random.split(key)
    return {
        "encoder": {"w": jax.random.normal(k1, (768, 768)) / jnp.sqrt(768.0)},
        "head": {"w": jnp.zeros((768, 5)), "b": jnp.zeros(5)},
    }


def loss_fn(params, x, labels):
    h = jnp.tanh(x @ params["encoder"]["w"])
    logits = h @ params["head"]["w"] + params["head"]["b"]
    return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()


trainable = {"encoder": False, "head": True}
optimizer = optax.masked(optax.adam(1e-3), trainable)


@jax.jit
def train_step(params, opt_state, x, labels):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, labels)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


def finetune_head(params, batches):
    opt_state = optimizer.init(params)
    for _, (x, labels) in zip(range(NUM_STEPS), batches):
        params, opt_state, loss = train_step(params, opt_state, x, labels)
    return params
