# Statements that do something, and calls that are made for something else than a result.
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import pandas as pd
import pytest


def kept(x, rewards):
    x = x.at[0].set(1.0)
    total = x.at[1].add(2.0).sum()
    return x, total


def filed(x, path: Path, tmp: Path):
    jnp.save(path, x)
    tmp.replace(path)
    jnp.set_printoptions(precision=3)


def table(frame: pd.DataFrame):
    frame.replace(to_replace=0, value=1, inplace=True)
    return frame


def woken():
    jnp.zeros(1).block_until_ready()
    jnp.ones((8, 8))


def timed(x):
    start = time.perf_counter()
    jnp.linalg.svd(x)
    return time.perf_counter() - start


def test_wrong_axis(x):
    with pytest.raises(ValueError):
        jnp.sum(x, axis=7)


def tried(x):
    try:
        jnp.asarray(x)
    except TypeError:
        return None
    return x


def shown(x):
    jax.debug.print("{}", x)
    jax.tree.map(lambda leaf: leaf.delete(), x)
    jax.lax.cond(x.any(), lambda: jax.debug.print("yes"), lambda: None)


def block(params, x):
    return jnp.tanh(x @ params)


def rewrapped(params, x):
    step = jax.checkpoint(block)
    return step(params, x)


def freed(x, device):
    jax.device_put(x, device, donate=True)


def probed(x, devices):
    for device in devices:
        try:
            jax.device_put(x, device)
        except RuntimeError:
            return device
    return None


def moved_for_the_clock(x, device):
    start = time.perf_counter()
    jax.device_put(x, device)
    return time.perf_counter() - start


class Policies:
    def checkpoint(self, block):
        self.blocks.append(block)


def registered(policies: Policies):
    policies.checkpoint(block)
