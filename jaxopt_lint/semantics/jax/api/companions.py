"""What the libraries around JAX no longer have, by the release that removed it.

The table is read off the wheels of every release; `scripts/update-companion-names` makes it. A name
in it is one that the newest release lacks or warns of; of functions it holds what a call may no
longer do.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jaxopt_lint.semantics.jax.api.history import Change, Version

_TITLES = {
    "chex": "Chex", "diffrax": "Diffrax", "dm-haiku": "Haiku", "equinox": "Equinox",
    "flax": "Flax", "jaxopt": "JAXopt", "numpy": "NumPy", "numpyro": "NumPyro", "optax": "Optax",
    "orbax-checkpoint": "Orbax",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a call may no longer do.

    Attributes:
        keyword: the keyword that is gone; "" where it is something else.
        most: how many arguments go by position; None where it is something else.
        needed: the argument that has to be given, and its place (-1 for a keyword); None where it
            is something else.
        since: the first release that refuses it.
        warned: an argument, and its place, that it only warns of; None where it is something else.
    """

    keyword: str
    most: int | None
    needed: tuple[str, int] | None
    since: Version
    warned: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Library:
    """One library around JAX.

    Attributes:
        name: as package indexes have it.
        title: as people write it.
        package: as it is imported.
        releases: those that were looked into, the oldest first.
        needs: from which of them on which JAX is the oldest beside it.
    """

    name: str
    title: str
    package: str
    releases: tuple[Version, ...]
    needs: tuple[tuple[Version, Version], ...]
    names: Mapping[str, Any]
    parameters: Mapping[str, Any]

    def change(self, dotted: str) -> Change | None:
        """What happened to a name; None where it is still there, or never was."""
        row = self.names.get(dotted)
        if row is None:
            return None
        removed, since, new, same, note, *deprecated = row
        return Change(
            dotted, parsed(deprecated[0]) if deprecated else None,
            parsed(removed) if removed else None, None, new, parsed(since) if since else None,
            bool(same), bool(same), note,
        )  # fmt: skip

    def refusals(self, dotted: str) -> Iterator[Refusal]:
        """What a call of a function may no longer do."""
        for row, since in self.parameters.get(dotted, ()):
            kind, what = row[0], row[1:]
            if kind == "-":
                yield Refusal(what, None, None, parsed(since))
            elif kind == "<":
                yield Refusal("", int(what), None, parsed(since))
            else:
                name, _, place = what.partition("/")
                warned = (name, int(place)) if kind == "~" else None
                needed = (name, int(place)) if kind == "+" else None
                yield Refusal("", None, needed, parsed(since), warned)

    def newest_beside(self, jax: Version) -> Version:
        """The newest release that can be installed beside a release of JAX."""
        late = [since for since, oldest in self.needs if oldest > jax]
        fits = [r for r in self.releases if not late or r < min(late)]
        return fits[-1] if fits else self.releases[0]


def library(dotted: str) -> Library | None:
    """The library that a dotted name is of.

    >>> library("flax.linen.Dense").title
    'Flax'
    """
    return libraries().get(dotted.partition(".")[0])


@cache
def libraries() -> Mapping[str, Library]:
    """The libraries by the package that is imported."""
    text = (Path(__file__).parent / "companions.json").read_text(encoding="utf-8")
    return {
        row["package"]: Library(
            name, _TITLES.get(name, name), row["package"],
            tuple(map(parsed, row["releases"].split())),
            tuple((parsed(since), parsed(jax)) for since, jax in
                  (pair.split(":") for pair in row["needs"].split())),
            row["names"], row["parameters"],
        )
        for name, row in json.loads(text).items()
    }  # fmt: skip


def parsed(text: str) -> Version:
    """A release as a tuple of numbers, what is not a number left out."""
    return tuple(int(part) for part in text.split(".") if part.isdigit())
