# not executed: reported without a fix
import jax
import jax.numpy as jnp


def balanced(scores, mask, iterations: int = 1):
    for i in range(iterations):  # want: JOL203 "updates `scores`"
        if i % 2 == 0:
            scores -= jax.nn.logsumexp(scores, axis=-1, keepdims=True)
        else:
            scores -= jax.nn.logsumexp(scores, axis=-2, keepdims=True)
        if mask is not None:
            scores = jnp.where(mask, scores, -jnp.inf)
    return jnp.exp(scores)
