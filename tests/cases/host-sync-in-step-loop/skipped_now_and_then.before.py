# not executed: what is shown is how much a wait matters
"""A turn that is skipped now and then, steps that are given, and what begins later on."""

import logging

import jax
import jax.numpy as jnp
import numpy as np
from tqdm import trange


@jax.jit
def train_step(state, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(state)
    return state - 0.1 * grads, {"loss": jnp.sum(grads**2)}


class Trainer:
    def __init__(self, state, step):
        self.state = state
        self.step = step

    def epoch(self, loader):
        for batch, lengths in loader:
            if np.any(lengths == 0):
                continue
            self.state, metrics = self.step(self.state, batch)
            if jnp.isnan(metrics["loss"]).any():  # want: JOL402 (info) "waits for the device"
                break

    # The numbers are asked for every so many steps.
    def now_and_then(self, loader, every):
        for i, batch in enumerate(loader):
            self.state, metrics = self.step(self.state, batch)
            if i % every:
                continue
            if jnp.isnan(metrics["loss"]).any():
                break

    # Which turns these are nobody knows.
    def on_some(self, loader, wanted):
        for i, batch in enumerate(loader):
            self.state, metrics = self.step(self.state, batch)
            if i not in wanted:
                continue
            if jnp.isnan(metrics["loss"]).any():
                break


def begins_later(state, buffer, turns, start, log):
    for turn in trange(turns):
        batch = buffer.sample()
        if turn >= start and buffer.is_ready():
            state, metrics = train_step(state, batch)
            log(float(metrics["loss"]))  # want: JOL402 (info) "waits for"
    return state


# Not a number of the turn: it holds on some turns.
def where_it_is_large(state, batches, limit, log):
    for batch in batches:
        state, metrics = train_step(state, batch)
        size = batch.max()
        if size >= limit:
            log(float(metrics["loss"]))
    return state


def ahead_of_time(state, batches):
    step = train_step.lower(state, batches[0]).compile()
    for i, batch in enumerate(batches):
        state, metrics = step(state, batch)
        if jax.process_index() == 0:
            for path, leaf in jax.tree_util.tree_leaves_with_path(metrics):
                logging.info("%s %s", path, jax.device_get(leaf))  # want: JOL402 "waits"
    return state
