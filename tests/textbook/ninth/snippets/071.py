import jax
import jax.numpy as jnp
import optax

FEATURES, EMBED, CLASSES = 2_048, 512, 100


def init_params(key):
    backbone_key, head_key = jax.random.split(key)
    return {
        "backbone": jax.random.normal(backbone_key, (FEATURES, EMBED)) * FEATURES**-0.5,
        "head": jax.random.normal(head_key, (EMBED, CLASSES)) * EMBED**-0.5,
    }


def loss_fn(params, x, labels):
    logits = jax.nn.relu(x @ params["backbone"]) @ params["head"]
    return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()


params = init_params(jax.random.key(0))
trainable = {"backbone": False, "head": True}
optimizer = optax.masked(optax.adam(1e-3), trainable)
opt_state = optimizer.init(params)


@jax.jit
def finetune_step(params, opt_state, x, labels):
    """Trains the head; the pretrained backbone stays frozen."""
    grads = jax.grad(loss_fn)(params, x, labels)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


x = jax.random.normal(jax.random.key(1), (256, FEATURES))
labels = jax.random.randint(jax.random.key(2), (256,), 0, CLASSES)
new_params, opt_state = finetune_step(params, opt_state, x, labels)
print("backbone moved by", float(jnp.abs(new_params["backbone"] - params["backbone"]).max()))
