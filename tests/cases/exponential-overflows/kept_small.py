# Exponents that are shifted or never large, formulas chosen by a test, and what only looks like one.
import jax
import jax.numpy as jnp


def shifted(x):
    largest = jnp.max(x, axis=-1, keepdims=True)
    terms = jnp.exp(x - largest)
    return terms / jnp.sum(terms, axis=-1, keepdims=True)


def by_method(x):
    e = jnp.exp(x - jax.lax.stop_gradient(x.max()))
    return jnp.log(e.sum()) + x.max()


def cross_entropy(logits, labels):
    return jnp.maximum(logits, 0) - logits * labels + jnp.log1p(jnp.exp(-jnp.abs(logits)))


def kernel(x, y, scale):
    near = jnp.exp(-((x - y) ** 2) / scale)
    return near / near.sum()


def gaussian(xx, yy, sigma):
    near = jnp.exp(-(xx**2 + yy**2) / (2 * sigma**2))
    return near / jnp.sum(near)


def stable(x):
    return jnp.where(x >= 0, 1 / (1 + jnp.exp(-x)), jnp.exp(x) / (1 + jnp.exp(x)))


def value_alone(x):
    return 1 / (1 + jnp.exp(-x))


def others(x, y):
    return jnp.exp(x) / (1 + jnp.exp(y)) + jnp.log(jnp.exp(x) + y) + jnp.log(2 + jnp.exp(y))


def clipped(x):
    return jnp.log1p(jnp.exp(jnp.clip(x, -20, 20)))


def normalised(logits):
    log_probs = jax.nn.log_softmax(logits)
    p = jnp.exp(log_probs)
    return p / p.sum()


def constant():
    return jnp.log1p(jnp.exp(-2.0))


def response(offsets, width):
    x = offsets / width
    kernel = jnp.exp(-x * x / 2.0)
    return kernel / jnp.sum(kernel, axis=0)


def wave(offsets):
    kernel = jnp.exp(0.5 * -offsets * offsets)
    return kernel / kernel.sum()


def scaled(offsets, logits):
    kernel = jnp.exp(2.0 * (-0.5 * jnp.sum(offsets**2, axis=-1)))
    near = jnp.log1p(jnp.exp(0.5 * -jnp.abs(logits)))
    return kernel / kernel.sum() + near + jnp.log1p(jnp.exp(3 * jnp.tanh(logits)))


def with_a_share(scores):
    # More than a floor: a class of its own.
    return jnp.exp(scores) / (jnp.sum(jnp.exp(scores)) + 0.5)


def of_the_absolute(logits, labels):
    positive = logits >= 0
    magnitude = jnp.where(positive, logits, -logits)
    return jnp.where(positive, logits, 0) - logits * labels + jnp.log(1 + jnp.exp(-magnitude))


def temperatures(key, sizes):
    sizes = jnp.exp(1e1 * jax.random.uniform(key, sizes.shape))
    return sizes / jnp.sum(sizes)


def ratio_of_shares(log_target, log_model):
    # Both are shifted by their largest.
    above = jnp.exp(log_target - log_target.max())
    return above / jnp.exp(log_model - log_model.max())


def decay(distance):
    return jnp.exp(-(distance**2)) / jnp.exp(-1.0)


def of_one(log_target, log_model):
    return jnp.exp(log_target) / jnp.exp(-jnp.abs(log_model))
