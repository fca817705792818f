"""The helper is called on a way that no compiled run takes: there the default stands."""

from functools import partial

import jax
import jax.numpy as jnp


def settle(board, keep=True):
    before = board
    board = jnp.sort(board)
    while not jnp.all(before == board):
        before = board
        board = jnp.sort(board)
    return board


class Game:
    @partial(jax.jit, static_argnums=0)
    def step(self, board, render=False):
        if not render:
            board = jnp.sort(board)
        else:
            board = settle(board, keep=True)
        return board

    def show(self, board):
        return settle(board)
