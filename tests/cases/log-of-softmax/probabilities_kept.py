# The probabilities have a name, and may be wanted for themselves.
import jax
import jax.numpy as jnp


def statistics(logits):
    probs = jax.nn.softmax(logits)
    return {"probs": probs, "logit": jnp.log(probs)}
