import jax
import jax.numpy as jnp

PAD_ID = 0


def token_nll(logits, targets):
    log_probs = jax.nn.log_softmax(logits, axis=-1)
    return -jnp.take_along_axis(log_probs, targets[..., None], axis=-1)[..., 0]


@jax.jit
def masked_loss(logits, targets):
    nll = token_nll(logits, targets)
    valid = targets != PAD_ID
    return nll[valid].mean()


if __name__ == "__main__":
    key_logits, key_targets = jax.random.split(jax.random.key(0))
    logits = jax.random.normal(key_logits, (16, 128, 8_192))
    targets = jax.random.randint(key_targets, (16, 128), 0, 8_192)
    print("loss:", masked_loss(logits, targets))
