"""What nearly everybody asks of a file, by one import: calls, tracing, values, and their types.

All else is imported from the module that says it.
"""

from __future__ import annotations

from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.kinds import Kind
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.jax.values import values
from jaxopt_lint.semantics.jax.wraps import Wrap

__all__ = ["TRANSFORMS", "Facts", "Kind", "Wrap", "calls", "fact", "tracing", "values"]
