"""Helpers that a loop runs for what it shows: no turn goes on with them, or each writes a picture."""

import jax.numpy as jnp
import numpy as np
from PIL import Image


def error_of(found, wanted):
    apart = jnp.sqrt(jnp.sum((found - wanted) ** 2, axis=-1))
    size = jnp.sqrt(jnp.sum(wanted**2, axis=-1)) + 1e-6
    return jnp.mean(apart / size) + 0.1 * jnp.max(apart) - 0.1 * jnp.min(apart)


def errors(found, wanted):
    return [float(error_of(f, w)) for f, w in zip(found, wanted)]


def best_move(board):
    weights = jnp.exp(board - jnp.max(board)) / jnp.sum(jnp.exp(board - jnp.max(board)))
    return int(jnp.argmax(weights * jnp.log(weights + 1e-6) - jnp.mean(weights)))


def picture(board):
    image = Image.fromarray(np.asarray(board))
    return image.resize((256, 256))


def film(game, board, folder):
    for turn in range(1000):
        picture(board).save(f"{folder}/{turn}.png")
        board, over = game.move(best_move(board))
        if over:
            break
