# not executed: reported without a fix
# The probability is made in one function, and its logarithm is taken in another.
import jax
import jax.numpy as jnp


def squash(x):
    return jnp.exp(x) / (1 + jnp.exp(x))


def predict(params, image):
    return squash(image @ params)


batched = jax.vmap(predict, in_axes=(None, 0))
normalise = jax.jit(jax.nn.softmax)


def entropy(predictions, targets):
    positive = jnp.log(predictions) * targets  # want: JOL531 (warning) "the sigmoid on line 8 rounds"
    return -jnp.mean(positive + jnp.log(1 - predictions) * (1 - targets))  # want: JOL531 (warning)


def loss(params, images, targets):
    return entropy(batched(params, images), targets)


step = jax.jit(jax.value_and_grad(loss))


def chosen(logits, action):
    probabilities = normalise(logits)
    return jnp.log(probabilities[action])  # want: JOL531 (warning) "`normalise` rounds"


def of_second(logits):
    fake = jax.nn.softmax(logits)[:, 1]
    return -jnp.log(fake).mean()  # want: JOL531 (warning) "`jax.nn.softmax` rounds"


def with_bonus(params, x, action):
    probs = jax.nn.softmax(x @ params)
    bonus = jnp.sum(probs**2)
    return -jnp.log(jnp.squeeze(probs[action])) + bonus  # want: JOL531 (warning)


slope = jax.grad(with_bonus)
