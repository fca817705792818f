import jax
import jax.numpy as jnp


@jax.jit
def masked_nll(logits, labels, pad_id=0):
    log_probs = jax.nn.log_softmax(logits)
    picked = jnp.take_along_axis(log_probs, labels[..., None], axis=-1)[..., 0]
    valid = labels != pad_id
    return -picked[valid].mean()


if __name__ == "__main__":
    logits = jnp.zeros((4, 16, 100))
    labels = jnp.ones((4, 16), jnp.int32)
    print(masked_nll(logits, labels))
