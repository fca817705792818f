"""The names of a file that other files of its project take."""

from __future__ import annotations

from jaxopt_lint.semantics.jax.facts import Facts, fact


@fact
def taken_elsewhere(facts: Facts) -> frozenset[str]:
    """The names at the top of a file that other files import from it, or read by a dot."""
    prefix, imported = f"{facts.module.name}.", facts.project.imported
    every = f"{prefix}*" in imported
    return frozenset(n for n in facts.module.top.bindings if every or prefix + n in imported)
