import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.array([4, 5, 6, 1]),)


def run(tokens):
    """Tokens with the first stop (1) and all after it set to 0."""
    out, done = [], False
    for t in tokens.tolist():
        done = done or t == 1
        out.append(0 if done else t)
    return jnp.array(out, tokens.dtype)
