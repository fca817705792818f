"""Which classes of a project may be above or below each other, and whose methods run by themselves.

What a class asks of its own object is a method of its family: of a class above it or below it, or
beside it below one class. Where it is not known what a class is derived from, the last name tells.
"""

from __future__ import annotations

from collections.abc import Mapping

from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.jax.units import Units


class Families:
    """The families of the classes at the top of files, by dotted names."""

    def __init__(self, project: Project, units: Mapping[str, Units]) -> None:
        self.project, self.units = project, units
        self._one: dict[str, str] = {}
        self._alone: dict[tuple[str, str], bool] = {}
        by_name: dict[str, list[str]] = {}
        for module, told in units.items():
            for name in told.bases:
                by_name.setdefault(name, []).append(f"{module}.{name}")
        for module, told in units.items():
            for name, bases in told.bases.items():
                for base in bases:
                    home, _, last = project.resolved(base).rpartition(".")
                    known = home in units and last in units[home].bases
                    for other in [f"{home}.{last}"] if known else by_name.get(last, ()):
                        self._one[self.of(other)] = self.of(f"{module}.{name}")

    def of(self, dotted: str) -> str:
        """What stands for the family of a class."""
        seen = dotted
        while self._one.get(seen, seen) != seen:
            seen = self._one[seen]
        if seen != dotted:
            self._one[dotted] = seen
        return seen

    def stands_alone(self, module: str, name: str) -> bool:
        """Whether no class from elsewhere that is above another one calls its methods by itself."""
        key = (module, name)
        if key not in self._alone:
            self._alone[key] = False  # a circle
            above = self.units[module].hangs.get(name) if module in self.units else None
            homes = [self.project.resolved(base).rpartition(".") for base in above or ()]
            self._alone[key] = above is not None and all(
                self.stands_alone(home, last) for home, _, last in homes
            )
        return self._alone[key]
