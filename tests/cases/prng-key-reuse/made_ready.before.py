# not executed: nothing is rewritten
"""What a program makes ready once, and what its loops build on."""

import equinox as eqx
from jax import random


def show(scene, steps):
    key = random.key(0)
    scene.force = random.normal(key, (8,))
    key, sub = random.split(key)  # want: JOL802 (info)
    scene.seeds = random.uniform(sub, (8, 2))
    for _ in range(steps):
        scene.step()


def train(update, steps):
    key = random.key(0)
    weights = random.normal(key, (8,))
    for _ in range(steps):
        key, sub = random.split(key)  # want: JOL802 (info)
        weights = update(weights, sub)
    return weights


def points(update, steps):
    key = random.key(0)
    start = random.normal(key, (8,))
    speed = random.normal(key, (8,))  # want: JOL802 (warning) "same random bits"
    return start, speed


def model(redraw):
    key = random.key(0)
    layer = eqx.nn.Linear(3, 3, key=key)
    first, _ = random.split(key)  # want: JOL802 (info)
    return redraw(layer, first)


if __name__ == "__main__":
    from scenes import Scene, update

    show(Scene(), 100)
    train(update, 100)
    points(update, 100)
    model(update)
