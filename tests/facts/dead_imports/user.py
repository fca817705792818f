"""Imports at the top of a file that always fail."""

from .helper import there
from .helper import gone  # fact: dead_imports gone of helper


def run(x):
    from .helper import later

    return there(x) + gone(x) + later(x)
