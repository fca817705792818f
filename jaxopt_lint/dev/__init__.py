"""For those who change jaxopt-lint itself; works in a checkout only."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]  # of the checkout
