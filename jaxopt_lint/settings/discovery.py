"""Which files a run is about."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from jaxopt_lint.files.source import display_path
from jaxopt_lint.settings.config import PROJECT_MARKS, Config, Glob

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_SUFFIXES = (".py", ".pyi", ".ipynb")
_LARGEST_LIST = 4 << 20  # bytes of patterns


@dataclass(frozen=True, slots=True)
class DiscoveredFile:
    """A file to lint, or a path that cannot be.

    Attributes:
        path: absolute.
        display: posix path relative to the project root where it is inside.
        explicit: named on the command line, not found by walking.
        error: why it cannot be linted; empty if it can.
        top: the directory that was named and that it was found in, if there is one.
    """

    path: Path
    display: str
    explicit: bool = False
    error: str = ""
    top: Path | None = None


def discover(paths: Sequence[str | Path], config: Config) -> list[DiscoveredFile]:
    """The Python files and notebooks below some paths, sorted, each once.

    A file that is named is taken whatever it is called and whatever is excluded, unless
    `force-exclude` is set. Directory links are not followed, so that a circle of links ends.
    """
    found: dict[str, DiscoveredFile] = {}
    for given in paths:
        for file in _below(Path(os.path.abspath(given)), config):
            known = found.get(str(file.path))
            if known is None or (file.explicit and not known.explicit):
                found[str(file.path)] = file
    return _without_links(sorted(found.values(), key=lambda file: file.path.parts))


def project_directories(file: DiscoveredFile, config: Config) -> list[Path]:
    """The directories that belong to what a file was looked at for: what may be written in them."""
    named = [file.top] if file.top is not None else []
    marked = any((config.root / mark).exists() for mark in PROJECT_MARKS)
    return [*named, config.root] if marked else named


def excluded(file: DiscoveredFile, config: Config) -> bool:
    """Whether settings leave out a file that was found under other ones."""
    if file.explicit and not config.force_exclude:
        return False
    return _excluded_above(file.path, config, False)


def _below(path: Path, config: Config) -> Iterator[DiscoveredFile]:
    display = display_path(path, config.root)
    try:
        is_dir = path.is_dir()
        exists = is_dir or path.exists()
    except OSError as error:
        yield DiscoveredFile(path, display, True, error.strerror or str(error))
        return
    except ValueError as error:  # a null character in the name
        yield DiscoveredFile(path, display, True, str(error))
        return
    if not exists:
        yield DiscoveredFile(path, display, True, "no such file or directory")
    elif config.force_exclude and _excluded_above(path, config, is_dir):
        return
    elif is_dir:
        yield from _walk(path, config)
    else:
        yield DiscoveredFile(path, display, True)


@dataclass
class _Filter:
    """What is left out below one directory."""

    config: Config
    globs: list[Glob]
    ignores: list[tuple[Path, GitIgnoreSpec]] = field(default_factory=list)

    @classmethod
    def below(cls, top: Path, config: Config) -> _Filter:
        """The patterns that hold below a directory, less those that would leave out all of it."""
        globs = [g for g in (*config.exclude, *config.extend_exclude)
                 if not g.matches(top, is_dir=True)]  # fmt: skip
        made = cls(config, globs)
        if config.respect_gitignore:
            for directory in _up_to_repository(top, config.root):
                made = made.within(directory)
            if made.ignored(top, True):
                made.ignores = [(base, spec) for base, spec in made.ignores if base == top]
        return made

    def within(self, directory: Path) -> _Filter:
        """The filter for a subdirectory, with its own .gitignore."""
        if not self.config.respect_gitignore:
            return self
        own = [spec for spec in (_read_ignore(directory),) if spec is not None]
        if not own:
            return self
        return _Filter(self.config, self.globs, [*self.ignores, *((directory, s) for s in own)])

    def ignored(self, path: Path, is_dir: bool) -> bool:
        """Whether git ignores a path: the innermost file that has a word on it decides."""
        for base, spec in reversed(self.ignores):
            if path == base:
                continue
            name = path.relative_to(base).as_posix() + ("/" if is_dir else "")
            answer = spec.check_file(name).include
            if answer is not None:
                return answer
        return False

    def drops(self, path: Path, is_dir: bool) -> bool:
        """Whether a path is left out."""
        if path.name in self.config.default_exclude:
            return True
        if any(glob.matches(path, is_dir=is_dir) for glob in self.globs):
            return True
        return self.ignored(path, is_dir)


def _walk(top: Path, config: Config) -> Iterator[DiscoveredFile]:
    pending = [(top, _Filter.below(top, config))]
    while pending:
        directory, kept = pending.pop()
        try:
            entries = sorted(os.scandir(directory), key=lambda entry: entry.name)
        except OSError as error:
            display = display_path(directory, config.root)
            yield DiscoveredFile(directory, display, False, error.strerror or str(error))
            continue
        for entry in entries:
            path = directory / entry.name
            if entry.is_dir(follow_symlinks=False):
                if not kept.drops(path, True):
                    pending.append((path, kept.within(path)))
            elif entry.name.endswith(_SUFFIXES) and _is_file(entry) and not kept.drops(path, False):
                yield DiscoveredFile(path, display_path(path, config.root), top=top)


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:  # a link that points at itself
        return False


def _without_links(files: list[DiscoveredFile]) -> list[DiscoveredFile]:
    """Each real file once, under its own name where that is there too."""
    links = [f for f in files if not f.error and f.path.is_symlink()]
    if not links:
        return files
    seen = {os.path.realpath(f.path) for f in files if not f.path.is_symlink()}
    dropped = set()
    for link in links:
        real = os.path.realpath(link.path)
        if real in seen:
            dropped.add(link.path)
        seen.add(real)
    return [f for f in files if f.path not in dropped]


def _excluded_above(path: Path, config: Config, is_dir: bool) -> bool:
    """Whether a walk from the project root would not have come to a path."""
    if any(g.matches(path, is_dir=is_dir) for g in (*config.exclude, *config.extend_exclude)):
        return True
    try:
        below = path.relative_to(config.root).parts
    except ValueError:
        below = path.parts[-1:]
    if any(part in config.default_exclude for part in below):
        return True
    if not config.respect_gitignore:
        return False
    kept = _Filter(config, [])
    for directory in _up_to_repository(path.parent, config.root):
        kept = kept.within(directory)
    return kept.ignored(path, is_dir)


def _up_to_repository(directory: Path, root: Path) -> list[Path]:
    """The directories from the top of the repository, or else of the project, down to one."""
    chain = [directory, *directory.parents]
    for i, above in enumerate(chain):
        if (above / ".git").exists():
            return chain[i::-1]
    return chain[chain.index(root) :: -1] if root in chain else [directory]


def _read_ignore(directory: Path) -> GitIgnoreSpec | None:
    lines: list[str] = []
    for file in (directory / ".git" / "info" / "exclude", directory / ".gitignore"):
        lines += _lines_of(file)
    if not lines:
        return None
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError:  # git skips a line that it does not understand, so one is no reason to stop
        good = [line for line in lines if _understood(line)]
        return GitIgnoreSpec.from_lines(good)


def _lines_of(file: Path) -> list[str]:
    """The lines of a list of patterns; none of what is no list, such as a link to a device."""
    try:
        with open(file, "rb", opener=_without_waiting) as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                return []
            return stream.read(_LARGEST_LIST).decode("utf-8", "replace").splitlines()
    except OSError:
        return []


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))  # a pipe may never have a writer


def _understood(line: str) -> bool:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
