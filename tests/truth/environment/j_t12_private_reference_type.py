"""A private type, for an annotation."""

import jax
from jax._src.state.types import AbstractRef  # want: JOL705


def is_reference(x) -> bool:
    return isinstance(jax.typeof(x), AbstractRef)
