# not executed: nothing is rewritten
"""A loop over settings that the file writes out holds them against each other by the same draws."""

from jax import random

SETTINGS = ((0.1, 10), (0.3, 10), (0.1, 100))


def noisy(key, rate, steps):
    return rate * random.normal(random.split(key)[0], (steps,))


def panels(axes, key):
    for place, (rate, steps) in enumerate(SETTINGS):
        path = noisy(key, rate, steps)  # want: JOL802 (info) "does not change in the loop"
        axes[place].plot(path)


def by_views(key, images, score):
    out = {}
    for views in [(1,), (1, 2), (1, 2, 4)]:
        rows = random.choice(key, 64, (8,))  # want: JOL802 (info) "does not change in the loop"
        out[views] = score(images[:, rows], views)
    return out


def one_after_the_other(key, state):
    for rate, steps in SETTINGS:
        state = state + noisy(key, rate, steps).sum()  # want: JOL802 (info) "does not change"
    return state


def for_every_image(key, images, show):
    for image in images:
        show(image + random.normal(key, image.shape))  # want: JOL802 (warning) "does not change"
