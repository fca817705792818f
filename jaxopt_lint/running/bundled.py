"""What of the copies of other projects, which lie in a project, nothing of it comes to.

A module of a copy is in use if a module from outside of it imports it, also by way of others, or a
text from outside names its file or its dotted name. Where one tells people to work in the folder
of the copy, all of it may be in use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.running.opening import Opened
from jaxopt_lint.semantics.jax.api.public import prefixes
from jaxopt_lint.semantics.jax.project import is_test_file
from jaxopt_lint.settings.bundled import Bundled, bundled

_WORD = re.compile(r"[\w./-]+")
_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_ENTERED = re.compile(r"\b(?:cd|pushd)[ \t]+[\"']?([\w./-]+)[\"']?[\s&;$>]*([^\n;&`]*)")
_INSTALLS = re.compile(r"\s*(?:python3?\s+-m\s+)?(?:pip3?|uv|conda|git)\b|.*\bsetup\.py\b|cd \.\.")
_PROGRAMS = (".py", ".ipynb", ".sh", ".bash", ".sbatch", ".slurm")


def left_of_copies(
    opened: Opened,
    root: Path,
    asked: Iterable[SourceFile],
    aside: Callable[[], Mapping[Path, str] | None],
) -> dict[Path, str]:
    """Those of some files that nothing comes to, in copies of other projects, each with why.

    Args:
        aside: gives what the project says besides, by file; None where that is too much.
    """
    files = [source.path for source in asked]
    copies = bundled(root, files)
    if not copies:
        return {}
    said = aside()
    if said is None:
        return {}
    out: dict[Path, str] = {}
    outside = _Outside(opened, root, copies, said)
    for copy in copies:
        concerned = [path for path in files if path.is_relative_to(copy.folder)]
        used = outside.uses(copy) if concerned else None
        if used is not None:
            why = (
                f"a copy of another project, {copy.repository}, of which this one runs nothing here"
            )
            out |= {path: why for path in concerned if path not in used}
    return out


class _Outside:
    """What lies in no copy, and what it comes to in one."""

    def __init__(
        self, opened: Opened, root: Path, copies: Iterable[Bundled], said: Mapping[Path, str]
    ) -> None:
        self.opened, self.root = opened, root
        folders = [copy.folder for copy in copies]
        self.own = [s for s in opened.sources if not _within(s.path, folders)]
        self.said = {p: text for p, text in said.items() if not _within(p, folders)}
        self.full: dict[str, list[Path]] = {}
        self.ends: dict[str, list[Path]] = {}
        for path, name in opened.names.items():
            self.full.setdefault(name, []).append(path)
            # By the whole path, as folders may be packages that hold no `__init__.py`.
            parts = [one for one in path.with_suffix("").parts if one != path.anchor]
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            for i in range(len(parts)):
                self.ends.setdefault(".".join(parts[i:]), []).append(path)

    def uses(self, copy: Bundled) -> set[Path] | None:
        """The files of a copy that are in use; None where all may be."""
        summaries = self.opened.summaries
        entries = [s.path for s in self.own if s.path in summaries]
        if not any(not is_test_file(path.name) for path in entries):
            return None  # what else is there is no program
        below = {p: n for p, n in self.opened.names.items() if p.is_relative_to(copy.folder)}
        if any(self._enters(copy.folder, text) for text in self.said.values()):
            return None
        code = {s.path: s.text for s in self.own}
        words = {w for p in entries for w in summaries[p].units.texts if self._loads(p)}
        named = {path for path, name in below.items() if name.rpartition(".")[2] in words}
        for file, text in (self.said | code).items():
            found = self._named(copy.folder, file, text, below)
            if found is None:
                return None
            named |= found
        return self._reached([*entries, *named])

    def _loads(self, path: Path) -> bool:
        return self.opened.summaries[path].units.loads

    def _enters(self, folder: Path, text: str) -> bool:
        """Whether a text has people go to a folder and do something besides installing it."""
        return any(
            folder.name in found[1].split("/") and found[2] and not _INSTALLS.match(found[2])
            for found in _ENTERED.finditer(text)
        )

    def _named(
        self, folder: Path, file: Path, text: str, below: Mapping[Path, str]
    ) -> set[Path] | None:
        """The files of a copy that a text names; None where it names a script there."""
        out: set[Path] = set()
        if folder.name in text or any(name.partition(".")[0] in text for name in below.values()):
            for found in _DOTTED.finditer(text):
                for name in (*prefixes(found[0]), found[0]):
                    if "." in name:
                        out.update(path for path in self.ends.get(name, ()) if path in below)
        for found in _WORD.finditer(text) if folder.name in text else ():
            word = found[0]
            if "/" in word and word.endswith(_PROGRAMS) and folder.name in word.split("/"):
                for base in (file.parent, self.root):
                    place = (base / word.lstrip("/")).resolve()
                    if place in below:
                        out.add(place)
                    elif place.is_relative_to(folder) and place.exists():
                        return None
        return out

    def _reached(self, entries: Iterable[Path]) -> set[Path]:
        """All files that some come to along what they import."""
        seen: set[Path] = set()
        todo = list(entries)
        while todo:
            path = todo.pop()
            if path in seen:
                continue
            seen.add(path)
            summary = self.opened.summaries.get(path)
            if summary is None:
                continue
            names = {name for unit in summary.units.parts.values() for name in unit.imports}
            for name in names | summary.modules:
                todo += self._meant(name)
            for package in prefixes(self.opened.names[path]):
                todo += self.full.get(package, ())
        return seen

    def _meant(self, name: str) -> Iterable[Path]:
        """The files that an import may mean: by its whole path, or by a part of it."""
        name = self.opened.project.within_root(name)
        found = self.full.get(name) or self.ends.get(name)
        if found or name.rpartition(".")[0] in self.ends:
            return found or ()  # what a module holds, or may hold
        while not found and "." in name:
            name = name.partition(".")[2]
            found = self.full.get(name)
        return found or ()


def _within(path: Path, folders: Iterable[Path]) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)
