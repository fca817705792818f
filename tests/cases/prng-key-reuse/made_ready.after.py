# not executed: nothing is rewritten
"""What a program makes ready once, and what its loops build on."""

import equinox as eqx
from jax import random


def show(scene, steps):
    key = random.key(0)
    key_1, key_2 = random.split(key)
    scene.force = random.normal(key_1, (8,))
    key, sub = random.split(key_2)
    scene.seeds = random.uniform(sub, (8, 2))
    for _ in range(steps):
        scene.step()


def train(update, steps):
    key = random.key(0)
    weights = random.normal(key, (8,))
    for _ in range(steps):
        key, sub = random.split(key)
        weights = update(weights, sub)
    return weights


def points(update, steps):
    key = random.key(0)
    key_1, key_2 = random.split(key)
    start = random.normal(key_1, (8,))
    speed = random.normal(key_2, (8,))
    return start, speed


def model(redraw):
    key = random.key(0)
    key_1, key_2 = random.split(key)
    layer = eqx.nn.Linear(3, 3, key=key_1)
    first, _ = random.split(key_2)
    return redraw(layer, first)


if __name__ == "__main__":
    from scenes import Scene, update

    show(Scene(), 100)
    train(update, 100)
    points(update, 100)
    model(update)
