# not executed: the drawn numbers change on purpose
"""Keys that are used twice where nothing comes of it: a key that is returned and thrown away, draws
of which only the time counts, a loop that has one turn unless somebody asks for more."""

import time
from dataclasses import dataclass, field

import jax
from jax import random
from transformers import HfArgumentParser


@dataclass
class Paths:
    data: str = ""


@dataclass
class Training:
    steps: int = 100
    pieces: int = 1
    rounds: int = field(default=4)


def train(loss):
    parser = HfArgumentParser((Paths, Training))
    paths, training = parser.parse_args_into_dataclasses()
    key = random.key(0)
    for _ in range(training.steps):
        key, own = random.split(key)
        for _ in range(training.pieces):
            loss += random.normal(own)  # want: JOL802 (info) "does not change in the loop"
    return paths, loss


def train_in_rounds(loss):
    parser = HfArgumentParser((Paths, Training))
    paths, training = parser.parse_args_into_dataclasses()
    key = random.key(0)
    for _ in range(training.rounds):
        loss += random.normal(key)  # want: JOL802 (warning) "does not change in the loop"
    return paths, loss


@jax.jit
def rows(x):
    return x @ x.T


@jax.jit
def columns(x):
    return x.T @ x


def measured(key, count):
    for _ in range(100):
        key, own = random.split(key)
        wide = random.uniform(own, (count, 3))
        tall = random.uniform(own, (3, count))  # want: JOL802 (info) "same random bits"
        start = time.perf_counter()
        out = rows(wide).block_until_ready()
        print(time.perf_counter() - start)
        start = time.perf_counter()
        out = columns(tall).block_until_ready()
        print(time.perf_counter() - start)


class Maze:
    def __init__(self, goals):
        self.goals = goals

    def reset(self, key):
        key, own = random.split(key)
        _, goal = self._goal(own)
        return key, goal

    def _goal(self, key):
        at = random.randint(key, (1,), 0, len(self.goals))  # want: JOL802 (info) "for the next use"
        return key, self.goals[at]


class Garden:
    def __init__(self, beds):
        self.beds = beds

    def reset(self, key):
        key, bed = self._bed(key)
        return bed + random.uniform(key)

    def _bed(self, key):
        at = random.randint(key, (1,), 0, len(self.beds))  # want: JOL802 (warning) "for the next"
        return key, self.beds[at]
