"""Linting whole projects before and after everything in them got another name, files included."""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from _corpus_layout import Layout
from _corpus_names import Renamed
from _corpus_project import RenamedProject, rename_project
from _corpus_rename import (
    CONFIG,
    LARGEST,
    Difference,
    Findings,
    Key,
    Outcome,
    differences,
    explained,
    heard,
    imports_jax,
    targets,
)  # fmt: skip
from _corpus_store import CorpusError, python_files

import jaxopt_lint.semantics
from jaxopt_lint.files.errors import SourceError
from jaxopt_lint.files.source import from_stdin
from jaxopt_lint.running.engine import lint_paths
from jaxopt_lint.running.opening import module_name
from jaxopt_lint.settings.discovery import DiscoveredFile

TOP = "project"  # the folder of each copy, which stays as it is


def check_projects(
    folders: Sequence[Path], *, jobs: int = 1, seed: int = 0, extra: Sequence[str] = ()
) -> Iterator[Outcome]:
    """Hold each project against itself with other names of everything, files included."""
    one = partial(check_project, seed=seed, extra=tuple(extra))
    if jobs == 1:
        yield from map(one, folders)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(one, folders)


def check_project(folder: Path, *, seed: int = 0, extra: Sequence[str] = ()) -> Outcome:
    """Hold one project against itself with other names, neutral and loaded."""
    outcome = Outcome(folder.name)
    texts = texts_of(folder)
    outcome.files = len(texts)
    with TemporaryDirectory() as scratch:
        root = Path(scratch, "before", TOP)
        write(root, texts)
        layout = layout_of(root, texts)
        tops = {name.partition(".")[0] for name in layout.names.values()}
        if looked_up := sorted(tops & known_libraries()):
            outcome.skipped = f"the linter looks up names of {', '.join(looked_up)}"
            return outcome
        with heard() as said:
            base, before = lint_project(root, texts), Counter(said)
        outcome.findings = base.total()
        for kind in ("names", "loaded"):
            kept = entries_of(folder)
            other = rename_project(texts, layout, seed, kept, loaded=kind == "loaded")
            outcome.renamed, outcome.known = len(other.names), other.known
            outcome.moved = sum(path != new for path, (new, _) in other.files.items())
            outcome.differences += _moved(outcome.path, kind, base, before, other, extra)
    return outcome


def _moved(
    path: str, kind: str, base: Findings, before: Counter[str], other: RenamedProject,
    extra: Sequence[str],
) -> list[Difference]:  # fmt: skip
    """The findings that are not where they should be in a renamed project.

    Args:
        base: the findings of the project as it was.
        before: how often each role fitted there.
    """
    with TemporaryDirectory() as scratch:
        root = Path(scratch, TOP)
        files = {new: renamed.text for new, renamed in other.files.values()}
        write(root, files)
        moved: Findings = Counter()
        for key, number in base.items():
            new, renamed = other.files[key.file]
            moved[replace(key, file=new, place=renamed.moved(*key.place))] += number
        with heard() as said:
            after, now = lint_project(root, files), Counter(said)
        found = differences(moved, after, extra)
        if not found:
            return []
        asked = sorted(role for role in before | now if before[role] != now[role])
        back, again = Renamed("", other.names).original, partial(lint_project, root, files)
        out = explained(path, kind, back, moved, found, again, asked, extra)
    old = {new: path for path, (new, _) in other.files.items()}
    for difference in out:  # rows are the same in both
        difference.key = replace(difference.key, file=old[difference.key.file])
    return out


def lint_project(root: Path, files: Iterable[str]) -> Findings:
    """The findings of a project, those that comments would silence, too."""
    found = [DiscoveredFile(root / path, path, explicit=False, top=root) for path in files]
    run = lint_paths(found, replace(CONFIG, root=root), jobs=1)
    if run.crashes:
        raise CorpusError(f"{root}: {run.crashes[0]}")
    return Counter(
        Key(f.code, f.name, (f.start.row, f.start.column), f.severity.value, f.path)
        for f in (*run.findings, *run.silenced)
    )


def texts_of(folder: Path) -> dict[str, str]:
    """The Python files of a project that can be read and are no links, by their paths."""
    out = {}
    for path in python_files(folder):
        if not path.is_symlink() and path.stat().st_size <= LARGEST:
            with suppress(SourceError, SyntaxError, ValueError, RecursionError):
                text = from_stdin(path.read_bytes(), path.name).text
                compile(text, path.name, "exec", dont_inherit=True)
                out[path.relative_to(folder).as_posix()] = text
    return out


def layout_of(root: Path, texts: Iterable[str]) -> Layout:
    """Which files of a project are which modules."""
    config = replace(CONFIG, root=root)
    return Layout({path: module_name(root / path, config) for path in texts})


def write(root: Path, texts: Mapping[str, str]) -> None:
    """Write files, by their paths from a folder."""
    for path, text in texts.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8", newline="")


def entries_of(folder: Path) -> frozenset[str]:
    """What a project installs as commands: functions, and the modules that they are in."""
    return frozenset(re.findall(r"\w+", " ".join(targets(folder)))) | {TOP}


@cache
def known_libraries() -> frozenset[str]:
    """The packages of which the linter itself looks up names."""
    found = set()
    for path in Path(jaxopt_lint.semantics.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if re.fullmatch(r"[a-z]\w*(\.\w+)+\.?", node.value):
                    found.add(node.value.partition(".")[0])
    return frozenset(found)


def projects_of(folders: Sequence[Path], files: int | None, seed: int) -> list[Path]:
    """The folders by chance, until so many files of theirs import JAX; all without a number."""
    order = sorted(folders)
    if files is None:
        return order
    random.Random(seed).shuffle(order)
    out, count = [], 0
    for folder in order:
        if count < files:
            out.append(folder)
            count += sum(imports_jax(path) for path in python_files(folder))
    return out
