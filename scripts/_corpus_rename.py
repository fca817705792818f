"""Linting files before and after everything in them got another name: nothing may move.

Each file is linted as a project of its own, from the root, with all rules and at all severities.
A finding is its code, its place and its severity; confidence, message and fix may change.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from _corpus_looked_up import KEPT_FILES, is_test
from _corpus_names import NotRenamed, Place, Renamed, blanked, rename
from _corpus_store import CorpusError, python_files

from jaxopt_lint.files.errors import SourceError
from jaxopt_lint.files.source import from_stdin
from jaxopt_lint.finding import Confidence, Severity
from jaxopt_lint.running.engine import lint_source
from jaxopt_lint.semantics.jax.words import Role
from jaxopt_lint.settings.config import Config

IMPORTS_JAX = re.compile(r"^\s*(import|from)\s+jax\b", re.MULTILINE)
LARGEST = 120_000  # bytes; what is larger is mostly generated, or takes minutes
FILE = {"names": "q0", "loaded": "train_utils"}
ELSEWHERE = "(no word)"
SEVERAL = "(several words)"
# Where files claim to lie: no setting, no neighbour and no folder name says anything there.
NOWHERE = Path("/nowhere")
CONFIG = Config(
    root=NOWHERE, preview=True, min_confidence=Confidence.LOW, severity=Severity.INFO,
    severity_by_path=(), ignore_noqa=True,
)  # fmt: skip


@dataclass(frozen=True, order=True)
class Key:
    """What must be the same of a finding."""

    code: str
    rule: str
    place: Place
    severity: str
    file: str = ""  # in a project

    def __str__(self) -> str:
        at = f"{self.file}:{self.place[0]}" if self.file else str(self.place[0])
        return f"{at}:{self.place[1]} {self.code} {self.rule} {self.severity}"


Findings = Counter[Key]


@dataclass
class Difference:
    """A finding that is there with one kind of names only.

    Attributes:
        gone: it was there before; otherwise it is new.
        words: the roles each of which explains it alone; or `ELSEWHERE`, or `SEVERAL`.
        names: with `explain`, one name of the file that makes the difference.
    """

    path: str
    variant: str
    key: Key
    gone: bool
    words: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        named = f" ({', '.join(self.names)})" if self.names else ""
        mark = "-" if self.gone else "+"
        return f"{mark} {self.path}:{self.key} [{self.variant}: {', '.join(self.words)}]{named}"


@dataclass
class Outcome:
    """What came of one file, or of one project.

    Attributes:
        files: of a project, those that were read.
        moved: those of them that lie elsewhere afterwards.
        known: of a project, how many names it binds itself, also those that are looked up.
    """

    path: str
    files: int = 1
    moved: int = 0
    known: int = 0
    renamed: int = 0
    findings: int = 0
    skipped: str = ""
    differences: list[Difference] = field(default_factory=list)


def choose(folders: Sequence[Path], files: int | None, seed: int) -> list[Path]:
    """Python files that import JAX, by chance."""
    known = [
        path
        for folder in folders
        for path in ([folder] if folder.is_file() else python_files(folder))
        if path.is_file() and path.stat().st_size <= LARGEST and imports_jax(path)
    ]
    if not known:
        raise CorpusError("no Python file that imports JAX")
    if files is None or files >= len(known):
        return known
    return sorted(random.Random(seed).sample(known, files))


def imports_jax(path: Path) -> bool:
    return IMPORTS_JAX.search(path.read_bytes().decode("utf-8", "replace")) is not None


def check_all(
    paths: Sequence[Path], *, jobs: int = 1, seed: int = 0, explain: bool = False,
    extra: Sequence[str] = (),
) -> Iterator[Outcome]:  # fmt: skip
    """Hold each file against itself with other names, neutral and loaded, and without comments."""
    one = partial(check, seed=seed, explain=explain, extra=tuple(extra))
    if jobs == 1:
        yield from map(one, paths)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(one, paths)


def check(
    path: Path, *, seed: int = 0, explain: bool = False, extra: Sequence[str] = ()
) -> Outcome:
    """Hold one file against itself with other names.

    Args:
        explain: also find one name that makes each difference, which takes many runs.
        extra: codes or names of rules; other differences are passed over.
    """
    outcome = Outcome(str(path))
    try:
        text = from_stdin(path.read_bytes(), path.name).text
        own, kept = partial(_is_own, path), entries(path)
        others = {
            kind: rename(text, seed, own, kept, loaded=kind == "loaded")
            for kind in ("names", "loaded")
        }
        silent = blanked(text)
    except (SourceError, NotRenamed) as error:
        outcome.skipped = str(error)
        return outcome
    outcome.renamed = len(others["names"].names)
    with heard() as said:
        base, before = lint(text, path.name), Counter(said)
    outcome.findings = base.total()
    for kind, other in others.items():
        stem = path.stem if path.stem in KEPT_FILES or is_test(path.stem) else FILE[kind]
        with heard() as said:
            after, now = lint(other.text, f"{stem}.py"), Counter(said)
        moved = _moved(base, other)
        found = differences(moved, after, extra)
        if found:
            asked = sorted(role for role in before | now if before[role] != now[role])
            again = partial(lint, other.text, f"{stem}.py")
            told = explained(outcome.path, kind, other.original, moved, found, again, asked, extra)
            for difference in told:
                if explain:
                    difference.names = _culprits(text, base, other, difference)
            outcome.differences += told
    commented = lint(silent, path.name) if silent != text else base
    for key, gone in differences(base, commented, extra):
        comment = Difference(str(path), "comments", key, gone, ("a comment",))
        outcome.differences.append(comment)
    return outcome


def _moved(base: Findings, other: Renamed) -> Findings:
    """The findings of the original text, where they should be in the renamed one."""
    out: Findings = Counter()
    for key, number in base.items():
        out[replace(key, place=other.moved(*key.place))] += number
    return out


def lint(text: str, name: str) -> Findings:
    """The findings of a text, those that comments would silence, too."""
    source = from_stdin(text.encode(), str(NOWHERE / name), name)
    run = lint_source(replace(source, text=text), CONFIG)
    if run.crashes:
        raise CorpusError(f"{name}: {run.crashes[0]}")
    return Counter(
        Key(f.code, f.name, (f.start.row, f.start.column), f.severity.value)
        for f in (*run.findings, *run.silenced)
    )


def differences(
    before: Findings, after: Findings, only: Iterable[str] = ()
) -> list[tuple[Key, bool]]:
    """What is gone and what is new, of all rules or of some."""
    chosen = set(only)
    found = [(key, True) for key in (before - after).elements()]
    found += [(key, False) for key in (after - before).elements()]
    return sorted(d for d in found if not chosen or {d[0].code, d[0].rule} & chosen)


def explained(
    path: str, variant: str, back: Callable[[str], str], moved: Findings,
    found: list[tuple[Key, bool]], again: Callable[[], Findings], asked: list[str],
    only: Sequence[str],
) -> list[Difference]:  # fmt: skip
    """Each difference with the words that make it: it is away where they hear the old names.

    Args:
        back: gives a piece of the renamed text the names that it had.
        again: lints what was renamed.
        asked: the roles that do not say the same with both kinds of names.
    """

    def left(*roles: str) -> Counter[tuple[Key, bool]]:
        with _restored(roles, back):
            return Counter(differences(moved, again(), only))

    with_all = left(*asked) if asked else Counter(found)
    alone = {role: left(role) for role in asked} if with_all != Counter(found) else {}
    out = []
    for key, gone in found:
        by = tuple(role for role, rest in alone.items() if (key, gone) not in rest)
        if not by:
            by = (ELSEWHERE if (key, gone) in with_all else SEVERAL,)
        out.append(Difference(path, variant, key, gone, by))
    return out


def _culprits(text: str, base: Findings, other: Renamed, difference: Difference) -> tuple[str, ...]:
    """One name, or a few, without whose renaming the difference is away."""
    names = sorted(other.names)

    def differs(chosen: Iterable[str]) -> bool:
        some = other.only(text, frozenset(chosen))
        moved = _moved(base, some)
        rows = {
            (k.code, k.place[0], gone) for k, gone in differences(moved, lint(some.text, "q0.py"))
        }
        return (difference.key.code, difference.key.place[0], difference.gone) in rows

    if not differs(names):
        return ()
    while len(names) > 1:
        half = len(names) // 2
        for part in (names[:half], names[half:]):
            if differs(part):
                names = part
                break
        else:
            return tuple(names[:6])
    return tuple(names)


# -- what words hear ----------------------------------------------------------------------


@contextmanager
def heard() -> Iterator[Counter[str]]:
    """Count how often each role fits, while this lasts."""
    said: Counter[str] = Counter()
    original = Role.says

    def says(role: Role, text: str) -> bool:
        fits = original(role, text)
        said[role.name] += fits
        return fits

    with _patched(says):
        yield said


@contextmanager
def _restored(roles: Iterable[str], back: Callable[[str], str]) -> Iterator[None]:
    """Let some roles hear the names that things had, while this lasts."""
    chosen = set(roles)
    original = Role.says

    def says(role: Role, text: str) -> bool:
        return original(role, back(text) if role.name in chosen else text)

    with _patched(says):
        yield


@contextmanager
def _patched(says: Callable[[Role, str], bool]) -> Iterator[None]:
    original: Any = Role.says
    Role.says = says  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        Role.says = original  # type: ignore[method-assign]


# -- the project around a file -------------------------------------------------------------


def _is_own(path: Path, top: str) -> bool:
    """Whether a top-level module is of the project that a file lies in."""
    return bool(top) and any(_holds(folder, top) for folder in list(path.resolve().parents)[:6])


@cache
def _holds(folder: Path, top: str) -> bool:
    return (folder / f"{top}.py").is_file() or (folder / top).is_dir()


def entries(path: Path) -> frozenset[str]:
    """The functions that the project around a file installs as commands."""
    return next(filter(None, map(_scripts, list(path.resolve().parents)[:6])), frozenset())


@cache
def _scripts(folder: Path) -> frozenset[str]:
    return frozenset(target.rpartition(":")[2] for target in targets(folder))


def targets(folder: Path) -> list[str]:
    try:
        with (folder / "pyproject.toml").open("rb") as file:
            table = tomllib.load(file).get("project", {}).get("scripts", {})
    except (OSError, ValueError):
        return []
    return [str(target) for target in table.values()]


# -- tables -------------------------------------------------------------------------------


def table(outcomes: Sequence[Outcome]) -> str:
    """The differences, then by rule and by word, then in all."""
    found = [d for outcome in outcomes for d in outcome.differences]
    lines = [str(d) for d in found]
    by_rule = Counter(f"{d.key.code} {d.key.rule}" for d in found)
    by_word = Counter(word for d in found for word in d.words)
    for title, counts in (("by rule", by_rule), ("by word", by_word)):
        lines += ["", f"{title}:"]
        lines += [f"{n:6}  {name}" for name, n in counts.most_common()] or ["     0"]
    skipped = [o for o in outcomes if o.skipped]
    lines += ["", *(f"not renamed: {o.path}: {o.skipped}" for o in skipped)]
    counts = f"{sum(o.files for o in outcomes if not o.skipped)} files"
    counts += f" ({sum(o.moved for o in outcomes)} moved)" if any(o.moved for o in outcomes) else ""
    known = sum(o.known for o in outcomes)
    lines.append(
        f"{counts}, {sum(o.renamed for o in outcomes)}{f' of {known}' if known else ''} names, "
        f"{sum(o.findings for o in outcomes)} findings, {len(found)} differences in "
        f"{len({(d.path, d.key.file) for d in found})} files"
    )
    return "\n".join(lines)
