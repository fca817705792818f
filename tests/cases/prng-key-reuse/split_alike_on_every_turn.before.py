# not executed: nothing is rewritten
"""The same keys on every turn: of a loop that judges one after the other, and of one that builds."""

from jax import random


def judged(models, key, run):
    scores = {}
    for name, model in models.items():
        keys = random.split(key, 4)  # want: JOL802 (info)

        def score(model=model):
            return run(model, keys)

        scores[name] = score()
    return scores


def built_on(state, key, batches, run):
    for batch in batches:
        keys = random.split(key, 4)  # want: JOL802 (info)
        state = run(state, batch, keys)
    return state


def handed_out(key, batches):
    for batch in batches:
        keys = random.split(key, 4)  # want: JOL802 (info)
        yield batch + random.normal(keys[0])


def layers(key, number, Block):
    blocks = []
    for _ in range(number):
        first, second = random.split(key)  # want: JOL802 (info)
        blocks.append(Block(first, second))
    return blocks
