# not executed: nothing is rewritten
"""One key for two of a kind, while the split has made another that nothing uses."""

import dataclasses

import jax
from jax import random

from data import Sampler, draw


@dataclasses.dataclass
class Mixture:
    name: str
    key: jax.Array


def mixtures(key):
    source, target = random.split(key)
    return Mixture("source", key=source), Mixture("target", key=source)  # want: JOL802 (warning)


def samplers(key):
    source, target = random.split(key)
    first = Sampler("source", source)
    return first, Sampler("target", source)  # want: JOL802 (warning) "nothing uses `target`"


def drawn(key):
    source, target = random.split(key)
    first = draw("source", source)
    return first, draw("target", source)  # want: JOL802 (warning) "nothing uses `target`"


def both_used(key):
    source, target = random.split(key)
    first = Mixture("source", key=source)
    return first, Mixture("again", key=source), Mixture("target", key=target)


def not_of_a_split(key):
    return Mixture("source", key=key), Mixture("target", key=key)
