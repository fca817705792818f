import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (8, 11)),)


@jax.custom_vjp
def run(logits):
    """Probabilities and log-normalizer of each row (rows, classes)."""
    return jax.nn.softmax(logits, axis=-1), jax.nn.logsumexp(logits, axis=-1)


def forward(logits):
    probs, norm = run(logits)
    return (probs, norm), probs


def backward(probs, cotangents):
    g_probs, g_norm = cotangents
    inner = (g_probs * probs).sum(axis=-1, keepdims=True)
    return (probs * (g_probs - inner + g_norm[..., None]),)


run.defvjp(forward, backward)
