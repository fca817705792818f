"""What the watch needs to know of JAX beyond its public interface, one module for each range of
versions; a version that none is for gets the public part alone."""

from __future__ import annotations

import re
from typing import Any

from .public import Public


def adapter_for(jax: Any) -> Public:
    """The adapter for an imported JAX."""
    version = tuple(int(part) for part in re.findall(r"\d+", jax.__version__)[:3])
    if (0, 4, 35) <= version < (0, 13):
        from .since_0_4_35 import Since0435

        return Since0435(jax)
    return Public(jax)
