# not executed: nothing is rewritten
"""What a program makes ready shares its key with the first turn of the loop, and with no other."""

from jax import random


def points(key, count):
    first, second = random.split(key)
    return random.normal(first, (count,)), random.normal(second, (count,))


def main(update, steps):
    key = random.key(0)
    data = points(key, 100)
    for _ in range(steps):
        key, sub = random.split(key)  # want: JOL802 (info) "not independent"
        data = update(data, sub)
    return data


def train(update, key, steps):
    data = points(key, 100)
    for _ in range(steps):
        key, sub = random.split(key)  # want: JOL802 (info) "not independent"
        data = update(data, sub)
    return data


if __name__ == "__main__":
    main(print, 100)
