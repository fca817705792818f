"""Names on disk that the parent and its children agree on."""

from __future__ import annotations

import re


def folder_name(function: str) -> str:
    """The folder of a function's recorded calls."""
    return re.sub(r"[^\w.-]", "_", function.replace(":", "-"))
