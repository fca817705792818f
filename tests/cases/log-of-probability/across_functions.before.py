# not executed: reported without a fix
# The probability is made in one function, and its logarithm is taken in another.
import flax.linen as nn
import jax
import jax.numpy as jnp


def squash(x):
    return jnp.exp(x) / (1 + jnp.exp(x))


def predict(params, image):
    return squash(image @ params)


batched = jax.vmap(predict, in_axes=(None, 0))
normalise = jax.jit(jax.nn.softmax)


def entropy(predictions, targets):
    positive = jnp.log(predictions) * targets  # want: JOL531 (warning) "the sigmoid on line 9 rounds"
    return -jnp.mean(positive + jnp.log(1 - predictions) * (1 - targets))  # want: JOL531 (warning)


def loss(params, images, targets):
    return entropy(batched(params, images), targets)


step = jax.jit(jax.value_and_grad(loss))


def chosen(logits, action):
    probabilities = normalise(logits)
    return jnp.log(probabilities[action])  # want: JOL531 (info) "`normalise` rounds"


def of_second(logits):
    fake = jax.nn.softmax(logits)[:, 1]
    return -jnp.log(fake).mean()  # want: JOL531 (info) "`jax.nn.softmax` rounds"


def with_bonus(params, x, action):
    probs = jax.nn.softmax(x @ params)
    bonus = jnp.sum(probs**2)
    return -jnp.log(jnp.squeeze(probs[action])) + bonus  # want: JOL531 (warning)


slope = jax.grad(with_bonus)


class Classifier(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(128)(x))
        x = nn.Dense(10)(x)
        x = nn.softmax(x)
        return x


class ActorAndCritic(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(128)(x))
        return nn.Dense(1)(x), nn.softmax(nn.Dense(4)(x))


classifier = Classifier()
network = ActorAndCritic()


def likelihood(y, y_hat, one_hot=False):
    if one_hot:
        return -jnp.sum(y * jnp.log(y_hat))  # want: JOL531 (warning) "`nn.softmax` on line"
    # The same once more is one mistake.
    return -jnp.sum(jax.nn.one_hot(y, 10) * jnp.log(y_hat))


@jax.grad
def fitted(params, x, y):
    return likelihood(y, classifier.apply({"params": params}, x))


@jax.grad
def actor(params, x, action, advantage):
    value, probs = network.apply({"params": params}, x)
    return -jnp.mean(jnp.log(probs[:, action]) * advantage + value)  # want: JOL531 (warning)


def with_floor(x):
    return jnp.exp(x) / (jnp.sum(jnp.exp(x)) + 1e-9)


@jax.grad
def floored(params, x, y):
    probs = with_floor(x @ params)
    return -jnp.sum(y * jnp.log(probs))  # want: JOL531 (warning) "the softmax on line"
