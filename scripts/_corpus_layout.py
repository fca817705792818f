"""The modules of a project: what its files are imported as, and what an import in one means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath


@dataclass(frozen=True)
class Layout:
    """Which file is which module.

    Attributes:
        names: the dotted name of each file, by its path from the root of the project.
    """

    names: Mapping[str, str]

    @cached_property
    def known(self) -> frozenset[str]:
        """All modules, and the packages that they are in."""
        split = [name.split(".") for name in self.names.values() if name]
        return frozenset(".".join(s[:i]) for s in split for i in range(1, len(s) + 1))

    def package(self, path: str) -> list[str]:
        """The package that a file is in, or is itself."""
        parts = self.names[path].split(".")
        return parts if PurePosixPath(path).stem == "__init__" else parts[:-1]

    def found(self, path: str, level: int, parts: Sequence[str]) -> list[str]:
        """What each part of a dotted name stands for in an import of a file: the full name of a
        module or package of the project, or "".

        Args:
            level: how many dots stand before it.
        """
        around = self.package(path)
        if level:
            base = around[: len(around) - level + 1]
        else:
            # A script is started where it lies, and imports its neighbours from there.
            beside = parts[0] not in self.known and ".".join([*around, parts[0]]) in self.known
            base = around if beside else []
        names = [".".join([*base, *parts[: i + 1]]) for i in range(len(parts))]
        return [name if name in self.known else "" for name in names]

    def renamed(self, path: str, names: Mapping[str, str]) -> str:
        """Where a file lies when its modules and packages have other names."""
        pure = PurePosixPath(path)
        own = len(self.package(path))
        folders = list(pure.parts[:-1])
        start = max(0, len(folders) - own)
        folders[start:] = [names.get(part, part) for part in folders[start:]]
        return PurePosixPath(*folders, names.get(pure.stem, pure.stem) + ".py").as_posix()
