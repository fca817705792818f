import jax
import jax.numpy as jnp

TOKENS, DIM, VOCAB = 2_048, 512, 8_000


@jax.jit
def token_nll(hidden, embedding, targets):
    """Negative log-likelihood of bfloat16 activations, reduced in float32."""
    logits = jnp.einsum("td,vd->tv", hidden, embedding, preferred_element_type=jnp.float32)
    log_z = jax.nn.logsumexp(logits, axis=-1)
    target_logits = jnp.take_along_axis(logits, targets[:, None], axis=-1)[:, 0]
    probs = jnp.exp(target_logits - log_z).astype(hidden.dtype)
    return log_z - target_logits, probs


@jax.jit
def summarize(nll, probs):
    return nll.mean(), probs.mean(dtype=jnp.float32)


hidden_key, embed_key, target_key = jax.random.split(jax.random.key(0), 3)
hidden = jax.random.normal(hidden_key, (TOKENS, DIM), dtype=jnp.bfloat16)
embedding = 0.02 * jax.random.normal(embed_key, (VOCAB, DIM), dtype=jnp.bfloat16)
targets = jax.random.randint(target_key, (TOKENS,), 0, VOCAB)
nll, probs = token_nll(hidden, embedding, targets)
mean_nll, mean_prob = summarize(nll, probs)
print(f"perplexity {float(jnp.exp(mean_nll)):.1f}, mean probability {float(mean_prob):.2e}")
