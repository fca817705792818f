"""`jax.config` is an object, not a module."""

import jax
import jax.config  # want: JOL702
import pytest

jax.config.update("jax_enable_x64", True)


@pytest.fixture
def key():
    return jax.random.key(0)
