# not executed: reported, there is no rewrite
import os
import random
import time
import uuid
from datetime import datetime
from functools import partial

import jax
import jax.numpy as jnp
import numpy as onp
from flax import linen as nn


@jax.jit
def noisy(x):
    return x + onp.random.normal(size=x.shape)  # want: JOL801 "`onp.random.normal` draws once"


@partial(jax.jit, static_argnames="rate")
def dropped(x, rate):
    keep = random.random() > rate  # want: JOL801 "`random.random` draws once"
    generator = onp.random.default_rng()  # want: JOL801 "draws once"
    return jnp.where(keep, x, 0.0) * generator.random()


@jax.jit
def timed(x):
    start = time.perf_counter()  # want: JOL801 "reads the clock once"
    y = jnp.sin(x)
    return y, time.perf_counter() - start  # want: JOL801 "reads the clock once"


@jax.jit
def stamped(x):
    stamp = datetime.now().timestamp()  # want: JOL801 "reads the clock once"
    return x + stamp, uuid.uuid4().int % 7  # want: JOL801 "the same value"


@jax.jit
def configured(x):
    if os.environ.get("SCALE"):  # want: JOL801 "change of `SCALE` .* 2 lines from here"
        return x * float(os.environ["SCALE"])
    return x * float(input("scale? "))  # want: JOL801 "asks once"


def jitter(x):
    return x + onp.random.uniform()  # want: JOL801 "draws once"


@jax.jit
def through_a_helper(x):
    return jitter(x)


def walk(start, steps):
    def body(position, _):
        move = onp.random.choice([-1, 1])  # want: JOL801 "draws once"
        return position + move, position

    return jax.lax.scan(body, start, None, length=steps)


class Encoder(nn.Module):
    layers: int
    drop: float

    @nn.compact
    def __call__(self, x, train):
        for _ in range(self.layers):
            if train and random.uniform(0, 1) < self.drop:  # want: JOL801 "draws once"
                continue
            x = nn.Dense(16)(x)
        return x
