import argparse
from dataclasses import dataclass, field

from handed_over import Loop, simulate, train


@dataclass
class Search:
    depth: int = 24


@dataclass
class Settings:
    search: Search = field(default_factory=Search)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=500)
    args = parser.parse_args()
    simulate(1.0, args.steps)
    train(1.0, args)
    settings = Settings()
    Loop(settings).run(1.0, args.more)


main()
