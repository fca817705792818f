"""Files that are left alone by what their paths say."""

from __future__ import annotations

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python.purpose import is_side_file


def in_side_file(facts: Facts) -> bool:
    """Whether a file is a test or a benchmark, where speed and memory are not the point.

    Who asks why nothing is reported in such a file hears of it.
    """
    found = is_side_file(facts.display)
    if found:
        what = "its path says that the file is a test or a benchmark, which this rule leaves alone"
        facts.doubt(facts.module.tree, what)
    return found
