import jax
import jax.numpy as jnp
import optax

VOCAB, SEQ_LEN, PAD_ID = 32_000, 1_024, 0


def next_token_targets(tokens):
    positions = jnp.arange(SEQ_LEN) + 1
    targets = tokens[:, positions]
    weights = (targets != PAD_ID).astype(jnp.float32)
    return targets, weights


@jax.jit
def lm_loss(logits, tokens):
    targets, weights = next_token_targets(tokens)
    nll = optax.softmax_cross_entropy_with_integer_labels(logits, targets)
    return jnp.sum(nll * weights) / jnp.maximum(jnp.sum(weights), 1.0)


if __name__ == "__main__":
    key_tokens, key_logits = jax.random.split(jax.random.key(0))
    tokens = jax.random.randint(key_tokens, (4, SEQ_LEN), 1, VOCAB)
    logits = jax.random.normal(key_logits, (4, SEQ_LEN, VOCAB))
    print("loss:", lm_loss(logits, tokens))
