"""A module that others import, and what runs where it is started by itself."""

import sys

import jax


def draw(key):
    return jax.random.normal(key)


if len(sys.argv) > 1:
    draw(sys.argv[1])

if __name__ == "__main__":
    key = jax.random.key(0)  # fact: demo_rows shown
    for _ in range(2):  # fact: demo_rows shown
        draw(key)  # fact: demo_rows shown
else:
    draw(jax.random.key(1))
