import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (8, 11)),)


@jax.custom_vjp
def run(logits):
    """Probabilities and log-normalizer of each row (rows, classes)."""
    return (jnp.stack([jax.nn.softmax(z) for z in logits]),
            jnp.stack([jax.nn.logsumexp(z) for z in logits]))


def forward(logits):
    probs, norm = run(logits)
    return (probs, norm), probs


def backward(probs, cotangents):
    rows = []
    for p, g, g_norm in zip(probs, *cotangents):
        jacobian = jnp.diag(p) - jnp.outer(p, p)
        rows.append(jacobian @ g + g_norm * p)
    return (jnp.stack(rows),)


run.defvjp(forward, backward)
