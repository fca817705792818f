"""Backends can't be cleared any more."""

import sys

import jax
import pytest


@pytest.fixture(autouse=True)
def forget():
    yield
    if len(sys.modules) > 2000:
        jax.clear_backends()  # want: JOL702
