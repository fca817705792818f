import jax
import jax.numpy as jnp
import optax


def length_mask(lengths, max_len):
    return (jnp.arange(max_len)[None, :] < lengths[:, None]).astype(jnp.float32)


@jax.jit
def ctc(logits, frame_lengths, labels, label_lengths):
    frame_mask = length_mask(frame_lengths, logits.shape[1])
    label_mask = length_mask(label_lengths, labels.shape[1])
    per_seq = optax.ctc_loss(logits, frame_mask, labels, label_mask, blank_id=0)
    return per_seq.mean()


logits = jax.random.normal(jax.random.key(0), (2, 12, 5))
frame_lengths = jnp.array([12, 9])
labels = jnp.array([[1, 2, 3, 0], [4, 1, 0, 0]])
label_lengths = jnp.array([3, 2])
value, grad = jax.value_and_grad(ctc)(logits, frame_lengths, labels, label_lengths)
print(value, jnp.abs(grad).sum())
