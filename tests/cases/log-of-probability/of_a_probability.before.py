# not executed: reported without a fix
# What is made of a probability: its complement, a floor under it, a name for it.
import jax
import jax.numpy as jnp


def complement(x):
    return jnp.log(1 - jax.nn.sigmoid(x))  # want: JOL531 (warning) "their gradient is lost"


def uphill(x):
    return jax.grad(complement)(x)


def entropy(logits):
    probs = jax.nn.softmax(logits)
    return -jnp.sum(probs * jnp.log(probs + 1e-8))  # want: JOL531 (info) "rounds small probabilities"


def clipped(logits):
    return jnp.log(jnp.clip(jax.nn.softmax(logits), 1e-6, 1.0))  # want: JOL531 (info) "to 0"


def statistics(logits):
    probs = jax.nn.softmax(logits)
    return {"probs": probs, "logit": jnp.log(probs)}  # want: JOL531 (info) "to 0"


def of_labels(logits, labels):
    probs = jax.nn.softmax(logits)
    return -jnp.sum(labels * jnp.log(probs))  # want: JOL531 (info) "gradient is lost"


def act(apply, params, key, seen):
    """Nothing is learned here: the probability of the action is noted for later."""
    shares = jax.nn.softmax(apply(params, seen))
    action = jax.random.randint(key, (), 0, 4)
    return action, jnp.log(shares[action])  # want: JOL531 (info)


def patched(logits, targets, eps=1e-7):
    p = jax.nn.sigmoid(logits)
    positive = -jnp.log(jnp.where(p == 0, eps, p)) * targets  # want: JOL531 (info)
    return positive - jnp.log(1 - jnp.where(p == 1, 1 - eps, p)) * (1 - targets)  # want: JOL531 (info)


def directly(logits):
    return jnp.log(jax.nn.softmax(logits))
