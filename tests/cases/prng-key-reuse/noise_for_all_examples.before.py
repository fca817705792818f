# not executed: nothing is rewritten
"""Noise of the shape of an example, drawn from one key for all examples of a `vmap`."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import random

AXES = (None, 0)


def augment(key, image):
    flip_key, noise_key = random.split(key)
    image = jnp.where(random.bernoulli(flip_key), image[:, ::-1], image)
    return image + 0.1 * random.normal(noise_key, image.shape)


augment_all = jax.jit(jax.vmap(augment, in_axes=(None, 0)))


def epoch(key, batches):
    for step, batch in enumerate(batches):
        yield augment_all(random.fold_in(key, step), batch)  # want: JOL802 (warning) "all elements of the `jax.vmap` get"


def axes_by_name(key, images):
    return jax.vmap(augment, in_axes=AXES)(key, images)  # want: JOL802 (warning) "all elements"


def bound(key, images):
    return jax.vmap(partial(augment, key))(images)  # want: JOL802 (warning) "all elements"


def bound_by_name(key, images):
    return jax.vmap(partial(augment, key=key))(image=images)  # want: JOL802 (warning) "all elements"


def from_around(key, images):
    return jax.vmap(lambda image: augment(key, image))(images)  # want: JOL802 (warning) "all elements"


def jittered(key, clouds):
    def jitter(key, points):
        count = points.shape[0]
        return points * random.uniform(key, (count, 1))

    return jax.vmap(jitter, in_axes=(None, 0))(key, clouds)  # want: JOL802 (warning) "all elements"


@partial(jax.vmap, in_axes=(None, 0))
def shaken(key, points):
    return points + random.normal(key, points.shape)


def all_shaken(key, clouds):
    return shaken(key, clouds)  # want: JOL802 (warning) "all elements of the `jax.vmap` get"


@partial(jax.vmap, in_axes=(0, 0))
def shaken_apart(key, points):
    return points + random.normal(key, points.shape)


def each_shaken(key, clouds):
    return shaken_apart(random.split(key, len(clouds)), clouds)


def dropped_out(key, params, xs):
    def layer(key, params, x):
        hidden = jax.nn.relu(x @ params)
        return jnp.where(random.bernoulli(key, 0.5, hidden.shape), hidden, 0.0)

    return jax.vmap(layer, in_axes=(None, None, 0))(key, params, xs)  # want: JOL802 (warning) "all elements"


# One noise for all may be wanted.


def of_weights(key, params, xs):
    def noisy(key, params, x):
        return (params + random.normal(key, params.shape)) @ x

    return jax.vmap(noisy, in_axes=(None, None, 0))(key, params, xs)  # want: JOL802 (info) "all elements"


def sweep(key, x, scales):
    def spread(key, x, scale):
        return jnp.std(x + scale * random.normal(key, x.shape))

    return jax.vmap(spread, in_axes=(None, None, 0))(key, x, scales)  # want: JOL802 (info) "all elements"


def sizes_alone(key, xs):
    return jax.vmap(lambda x: random.normal(key, x.shape).sum() + 1.0)(xs)  # want: JOL802 (info) "all elements"


# Each example has a key, or a number of its own is folded in.


def one_each(key, images):
    return jax.vmap(augment)(random.split(key, len(images)), images)


def one_each_bound(key, images):
    return jax.vmap(partial(augment, image=images[0]))(key=random.split(key, len(images)))


def folded(key, images):
    def augment_one(key, index, image):
        return augment(random.fold_in(key, index), image)

    return jax.vmap(augment_one, in_axes=(None, 0, 0))(key, jnp.arange(len(images)), images)
