"""The Python parser's warnings about the user's code."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet() -> Iterator[None]:
    """Warnings about the user's code stay out of the user's terminal, and are no errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
