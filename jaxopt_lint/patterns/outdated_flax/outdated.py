"""One place where Flax is used as it was, and when the project's Flax is a newer one."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.finding import Severity
from jaxopt_lint.semantics.jax.api.companions import library
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.shims import in_shim
from jaxopt_lint.semantics.subjects.versions.allowed import allowed
from jaxopt_lint.semantics.subjects.versions.outdated import only_spoken

# The newest JAX on the day of a release of Flax: what is pinned to an older one has no such Flax.
DAY_OF_3_6 = (0, 2, 24)
DAY_OF_6 = (0, 3, 15)
DAY_OF_7 = (0, 4, 13)
DAY_OF_7_1 = (0, 4, 14)
DAY_OF_7_5 = (0, 4, 19)
DAY_OF_11 = (0, 6, 0)
DAY_OF_12 = (0, 7, 2)
_RELEASES: dict[tuple[int, ...], tuple[int, ...]] = {
    DAY_OF_3_6: (0, 3, 6),
    DAY_OF_6: (0, 6, 0),
    DAY_OF_7: (0, 7, 0),
    DAY_OF_7_1: (0, 7, 1),
    DAY_OF_7_5: (0, 7, 5),
    DAY_OF_11: (0, 11, 0),
    DAY_OF_12: (0, 12, 0),
}


@dataclass(frozen=True, slots=True)
class Outdated:
    """A use of Flax as it was.

    Attributes:
        node: where it stands.
        message: what it is now, and what happens.
        help: what to write.
        because: what shows that it is meant for a newer release, or where it comes from.
        severity: where it is not that of the rule.
        assumed: what is taken for granted.
        since: the newest JAX on the day of the release that fails.
        gone: the package that is gone, of which nothing takes the place.
    """

    node: ast.AST
    message: str
    help: str
    because: str = ""
    severity: Severity | None = None
    assumed: tuple[str, ...] = ()
    since: tuple[int, ...] | None = None
    gone: str = ""


def fails(facts: Facts, node: ast.AST, day: tuple[int, ...]) -> bool:
    """Whether code runs on a release of Flax, and the error that it raises there is not meant."""
    flax = library("flax")
    newest = allowed(facts, flax).newest if flax is not None else None
    targeted = facts.targets(day) or only_spoken(facts)
    if not targeted or (newest is not None and newest < _RELEASES[day]):
        return False
    return not error_meant(facts, node) and not in_shim(facts, node)
