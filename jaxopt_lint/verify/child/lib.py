"""jax, untyped: these modules run under many versions of it, whose annotations differ. And the
reader of recorded calls, and what writes them."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jaxopt_lint.observe.child.carried import keeping, kept
else:
    alone = "_jaxopt_lint_carried" in sys.modules  # as in the harness's child processes
    package = "_jaxopt_lint_carried" if alone else "jaxopt_lint.observe.child.carried"
    keeping = importlib.import_module(f"{package}.keeping")
    kept = importlib.import_module(f"{package}.kept")

jax: Any = importlib.import_module("jax")

__all__ = ["jax", "keeping", "kept"]
