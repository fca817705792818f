# not executed: what is shown is what waits
"""A list, and a slice of anything, asks an index on the device for its value."""

import jax
import jax.numpy as jnp
import numpy as np


class Rows:
    def __init__(self, rows: list[np.ndarray]):
        self.rows = rows

    def __getitem__(self, place):
        return self.rows[place]  # want: JOL402 (warning) "one element"

    def drawn(self, key, turns):
        for turn_key in jax.random.split(key, turns):
            places = jax.random.choice(turn_key, len(self.rows), (64,))
            yield np.stack([self[place] for place in places])


def windows(key, tokens: np.ndarray, turns):
    for turn_key in jax.random.split(key, turns):
        places = jax.random.randint(turn_key, (64,), 0, len(tokens) - 9)
        yield np.stack([tokens[i : i + 9] for i in places])  # want: JOL402 "out of `places`"


def windows_of_the_unknown(key, tokens, turns):
    for turn_key in jax.random.split(key, turns):
        places = jax.random.randint(turn_key, (64,), 0, 1000)
        yield np.stack([tokens[i : i + 9] for i in places])  # want: JOL402 "out of `places`"


def on_the_host(key, tokens, turns):
    for turn_key in jax.random.split(key, turns):
        places = jax.random.randint(turn_key, (64,), 0, 1000)
        yield np.stack([tokens[i : i + 9] for i in np.asarray(places)])


def gathered(key, tokens: jax.Array, turns):
    for turn_key in jax.random.split(key, turns):
        places = jax.random.randint(turn_key, (64,), 0, 1000)
        yield tokens[places]


def items_of_an_array(key, tokens: jax.Array, turns):
    for turn_key in jax.random.split(key, turns):
        places = jax.random.randint(turn_key, (64,), 0, 1000)
        yield jnp.stack([tokens[i] for i in places])


@jax.jit
def step(params, image):
    return params - 0.1 * jnp.mean(image - params)


def drawn_behind_a_step(key, params, images: list[np.ndarray]):
    for _ in range(3000):
        key, drawn = jax.random.split(key)
        at = jax.random.randint(drawn, (), 0, len(images)).item()  # want: JOL402 (info)
        params = step(params, images[at])
    return params


def drawn_alone(key, images: list[np.ndarray]):
    shown = []
    for _ in range(3000):
        key, drawn = jax.random.split(key)
        at = jax.random.randint(drawn, (), 0, len(images)).item()  # want: JOL402 (info)
        shown.append(images[at])
    return shown
