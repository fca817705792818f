# not executed: what is drawn changes with every fix
import jax
import jax.numpy as jnp
from jax.nn.initializers import glorot_normal, normal


def hide(x, key, fraction, fill=0.0):
    # With a fraction of one there is nothing to draw.
    if fraction < 1.0:
        hidden = jax.random.bernoulli(key, fraction, x.shape)
    elif fraction == 1.0:
        hidden = jnp.ones(x.shape, bool)
    return jnp.where(hidden, fill, x)


def jitter(x, key=None):
    if key is None:
        raise ValueError("a key is needed")
    return x + jax.random.normal(key, x.shape)


def noisy(x, key=None, scale=0.1):
    return x if key is None else x + scale * jax.random.normal(key, x.shape)


class Crops:
    def __init__(self, image, count=None, key=None):
        if count is not None:
            image = image[jax.random.choice(key, len(image), (count,))]
        self.image = image


def score(batches, params, key, fraction):
    loss = 0.0
    for batch in batches:
        loss += jnp.sum(params * hide(batch, key, fraction))
    return loss


def spread(batches, key):
    out = []
    for batch in batches:
        out.append(jitter(batch, key))
        out.append(jnp.max(batch))
    return jnp.stack([jnp.sum(o) for o in out])


def spread_by_default(batches, seed):
    key = jax.random.key(seed)
    return [noisy(b, jax.random.fold_in(key, 1)) for b in batches], noisy(batches[0], None)


def train(params, batches, key, fraction):
    for batch in batches:
        key, sub = jax.random.split(key)
        params = params + jnp.mean(hide(batch, key, fraction))
        params = params + jnp.mean(jax.random.normal(sub, params.shape))
    return params


def crops(images, count=None, key=None):
    out = []
    for image in images:
        if key is not None:
            (key,) = jax.random.split(key, 1)
        out.append(Crops(image, count=count, key=key))
    return out


def symmetry(key):
    signs = jnp.ones((8, 3)).at[:, 0].set(-1)
    orders = jnp.array([[0, 1, 2], [2, 1, 0]])
    key_1, key_2 = jax.random.split(key)
    sign = signs[jax.random.randint(key_1, (), 0, 8)]
    order = orders[jax.random.randint(key_2, (), 0, 2)]
    return jnp.eye(3)[order] * sign


def cell(width, weights=glorot_normal(), biases=normal()):
    def init(key, rows):
        k1, k2 = jax.random.split(key)
        k1_1, k1_2 = jax.random.split(k1)
        w, u = weights(k1_1, (rows, width)), weights(k2, (width, width))
        k1, k2 = jax.random.split(k1_2)
        return w, u, biases(k1, (width,)), biases(k2, (width,))

    return init


def two_layers(key):
    init = jax.nn.initializers.lecun_normal()
    first = init(key, (8, 16))
    return first, init(key, (16, 8))
