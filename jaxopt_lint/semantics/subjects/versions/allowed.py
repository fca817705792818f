"""Which releases of a library around JAX a file may meet, as far as the project says."""

from __future__ import annotations

from dataclasses import dataclass

from jaxopt_lint.finding import Severity
from jaxopt_lint.semantics.jax.api.companions import Library, library, parsed
from jaxopt_lint.semantics.jax.api.history import Version, text
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.subjects.versions.outdated import only_spoken, which_jax
from jaxopt_lint.settings.beside import Bounds

_LOWER = (">=", "==", "~=", "===", ">")
_PATCHES = (*range(10), 99)  # with which a minor version alone is tried


@dataclass(frozen=True, slots=True)
class Allowed:
    """The releases of a library that a project allows.

    Attributes:
        oldest: None where nothing is said.
        newest: None where nothing keeps out the newest.
        which: which release a finding means, and where that is read, in a clause.
        dated: something speaks of an older release, and does not hold the newest off.
        spoken: where a Python, or a day, is all that is spoken of, the newest release for it.
    """

    oldest: Version | None
    newest: Version | None
    which: str
    dated: bool
    spoken: Version | None = None

    def severity_since(self, removed: Version | None) -> Severity | None:
        """How much it matters that something is gone from a release on; None for as much as
        usual."""
        if self.spoken is not None:
            return None if removed is not None and removed <= self.spoken else Severity.INFO
        return Severity.WARNING if self.dated else None


@fact
def allowed(facts: Facts, library: Library) -> Allowed:
    """The releases of a library that a file may meet."""
    said = facts.beside.get(library.name)
    oldest, newest = _bounds(library, said) if said is not None else (None, None)
    if oldest is None and facts.min_jax is not None and library.name != "jaxlib":
        oldest = library.newest_beside(facts.min_jax)
    title, dated = library.title, facts.dated
    if said is not None and said.packaged and newest is not None:
        held, newest, dated = newest, None, True
        which = f"{said.origin} holds {title} {text(held)}, and others may install a newer one"
    elif said is not None and newest is not None:
        which = f"{said.origin} allows {title} {text(newest)}"
    elif facts.newest_jax is not None:
        newest = _beside_jax(facts, library, facts.newest_jax)
        which = f"{facts.jax_origin} allows JAX {text(facts.newest_jax)}"
        which += f", and {title} {text(newest)} beside it" if newest is not None else ""
    elif said is not None:
        which = f"{said.origin} sets no upper bound on {title}"
    else:
        which = f"no file here bounds {title}"
    spoken = None
    if newest is None and facts.target_jax is not None and only_spoken(facts):
        if said is None or not said.packaged:
            spoken = library.newest_beside(facts.target_jax)
            which = which_jax(facts)
    return Allowed(oldest, newest, which, dated, spoken)


def is_older(facts: Facts, name: str, since: Version) -> bool:
    """Whether a project only allows releases of a library, by its package, before one."""
    found = library(name)
    newest = allowed(facts, found).newest if found is not None else None
    return newest is not None and newest < since


def _beside_jax(facts: Facts, library: Library, jax: Version) -> Version | None:
    """The newest release beside the newest JAX that a project allows; None for the newest."""
    if library.name == "jaxlib":  # which goes by the numbers of JAX
        return jax
    newest = library.newest_beside(jax)
    return None if newest == library.releases[-1] else newest


def _bounds(library: Library, said: Bounds) -> tuple[Version | None, Version | None]:
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        sets = [SpecifierSet(one) for one in said.alternatives]
    except InvalidSpecifier:
        return None, library.releases[0]  # it binds the library in a way that is not known
    fits = [
        release
        for release in library.releases
        if any(one.contains(t, prereleases=True) for one in sets for t in _tried(release))
    ]
    spelled = [parsed(s.version.removesuffix(".*")) for one in sets for s in one]
    if not fits:  # a release that was not looked into
        fits = [r for r in library.releases if r <= max(spelled, default=(0,))][-1:]
        fits = fits or [library.releases[0]]
    lower = any(s.operator in _LOWER for one in sets for s in one)
    pinned = any(s.operator in ("==", "===") for one in sets for s in one)
    bounded = pinned or fits[-1] != library.releases[-1]
    return fits[0] if lower else None, fits[-1] if bounded else None


def _tried(release: Version) -> list[str]:
    """A release in words; of a minor version alone its patches."""
    if len(release) > 2:
        return [text(release)]
    return [text((*release, patch)) for patch in _PATCHES]
