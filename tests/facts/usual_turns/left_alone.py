"""How often loops turn when nobody asks for anything else."""

import argparse
import math
from dataclasses import dataclass

import jax
import numpy as np
from tqdm import tqdm, trange

EPOCHS = 12


@dataclass
class Settings:
    steps: int = 2000
    size: int = 64


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--seen", type=int)
    return parser.parse_args()


def by_default(xs, turns=200, *, step=None):
    for _ in range(turns):  # fact: usual_turns 200 (`turns` is left at 200)
        pass
    for _ in range(step):
        pass
    for _ in xs:
        pass
    for _ in range(len(xs)):
        pass


def of_settings(settings: Settings, other):
    for _ in range(settings.steps):  # fact: usual_turns 2000 (`steps` is left at 2000)
        pass
    count = settings.steps // settings.size
    for _ in trange(count):  # fact: usual_turns 31 (`steps` is left at 2000)
        pass
    for _ in range(other.steps):
        pass


def of_a_dictionary(config):
    config = dict(config)
    held = {"STEPS": 128, "TOTAL": 1e4}
    held["UPDATES"] = held["TOTAL"] // held["STEPS"]
    for _ in range(int(held["UPDATES"])):  # fact: usual_turns 78 (`TOTAL` is left at 10000)
        pass
    for _ in range(config["STEPS"]):
        pass


class Trainer:
    def __init__(self, args, limit=90):
        self.args = args
        self.limit = limit

    def fit(self):
        for _ in tqdm(range(self.args.epochs)):  # fact: usual_turns 30 (`--epochs` is left at 30)
            pass
        for _ in range(self.limit):  # fact: usual_turns 50
            pass
        for _ in range(self.args.seen):
            pass


def main():
    args = parse()
    Trainer(args, limit=50).fit()
    for _ in range(args.epochs):  # fact: usual_turns 30 (`--epochs` is left at 30)
        pass
    for _ in enumerate(reversed(range(2, EPOCHS))):  # fact: usual_turns 10
        pass
    for _ in range(math.ceil(100 / 8)):  # fact: usual_turns 13
        pass
    for _, _ in zip(range(4), args.names):  # fact: usual_turns 4
        pass
    for _ in np.linspace(0, 1, 11):  # fact: usual_turns 11
        pass
    for _ in range(20 * jax.device_count()):  # fact: usual_turns 20 (there is one device)
        pass
    done = 0
    while done < 1000:  # fact: usual_turns 100
        done += 10
    while done < args.epochs:
        done *= 2
    return [i for i in range(EPOCHS) if i]


main()
