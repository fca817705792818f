"""What a file takes from another one that does not have it."""

from . import helper
from .helper import there
from .helper import gone  # fact: lacking gone of helper

try:
    from .helper import perhaps
except ImportError:
    perhaps = None


def run(x):
    return there(x) + helper.there(x) + gone(x)
