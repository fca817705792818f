"""jax, untyped: these modules run under many versions of it, whose annotations differ."""

from __future__ import annotations

import importlib
from typing import Any

jax: Any = importlib.import_module("jax")
