"""Numbers that users may change: options of a command line, fields of settings, dictionaries."""

import argparse
from dataclasses import dataclass, field

import ml_collections
from absl import flags

flags.DEFINE_integer("rounds", 40, "how many rounds")


@dataclass
class Search:  # fact: stated_here depth = 3
    depth: int = 3
    names: list = field(default_factory=list)


@dataclass
class Settings:  # fact: stated_here beams = 8; search = settings.Search; width = 2 * 64
    search: Search = field(default_factory=Search)
    beams: int = field(default=8)
    width: int = 2 * 64
    title: str


def options():  # fact: stated_here of settings.<arguments>
    parser = argparse.ArgumentParser()
    parser.add_argument("path")
    parser.add_argument("-n", "--num-steps", type=int, default=100)
    parser.add_argument("--show", action="store_true")
    return parser.parse_args()


def configured():  # fact: stated_here of settings.configured.made
    made = ml_collections.ConfigDict()
    made.seed = 1
    made.seed = 2  # which of them counts is not known
    made.training = ml_collections.ConfigDict({"steps": 500})
    return made


table = {"lengths": {"short": 16}, "rate": 0.5}
table["turns"] = 7
