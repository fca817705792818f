"""What the documentation says of a function."""

from __future__ import annotations

import inspect
import re
from typing import Any


def words_of(function: Any) -> str:
    """The documentation of a function; that of its file where it has none of its own, and the
    file's names it."""
    inner = inspect.unwrap(function) if callable(function) else function
    words = inspect.getdoc(inner) if callable(inner) else ""
    if words:
        return words
    module = inspect.getmodule(inner)
    about = (module and inspect.getdoc(module)) or ""
    name = re.escape(getattr(inner, "__name__", ""))
    return about if name and re.search(rf"\b{name}\b", about) else ""
