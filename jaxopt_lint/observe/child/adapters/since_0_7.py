"""Private parts of JAX 0.7 to 0.12."""

from __future__ import annotations

from .since_0_4_35 import Since0435


class Since07(Since0435):
    """Has all that older ones have, at the same places."""
