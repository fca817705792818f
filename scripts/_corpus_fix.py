"""Rewriting the whole corpus and checking that what comes out is still sound Python."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import tokenize
import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from _corpus_lint import call
from _corpus_store import CorpusError, Project, digest, project_dir, python_files

RUFF = [sys.executable, "-P", "-m", "ruff", "check", "--isolated", "--no-cache"]
RUFF += ["--select", "F", "--output-format", "json"]
RUFF_BATCH = 400


@dataclass(slots=True)
class Outcome:
    """What fixing one project did, and each way in which it went wrong."""

    project: Project
    files: int = 0
    changed: int = 0
    crashes: list[str] = field(default_factory=list)
    syntax: list[str] = field(default_factory=list)  # no longer parses or compiles
    names: list[str] = field(default_factory=list)  # Ruff's F rules say something new
    comments: list[str] = field(default_factory=list)  # a comment is gone
    unstable: list[str] = field(default_factory=list)  # a second run changes it again

    @property
    def violations(self) -> list[str]:
        """Every violation, a line each."""
        return [
            f"{self.project.slug}: {kind}: {text}"
            for kind in ("crashes", "syntax", "names", "comments", "unstable")
            for text in getattr(self, kind)
        ]


def comments(text: str) -> Counter[str]:
    """The comments of a source text, with how often each occurs."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return Counter(t.string.rstrip() for t in tokens if t.type == tokenize.COMMENT)


def read(path: Path) -> str:
    """The text of a Python file in the encoding that it declares, line ends normalised."""
    with tokenize.open(path) as file:
        return file.read()


def compiles(path: Path) -> str:
    """Why a file does not compile to byte code, or an empty string."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def lost_comments(before: Path, after: Path) -> list[str]:
    """The comments of the first file that the second no longer has."""
    return sorted((comments(read(before)) - comments(read(after))).elements())


def ruff_names(root: Path, paths: Sequence[str]) -> Counter[tuple[str, str, str]]:
    """Ruff's F diagnostics by file, code and message; line numbers move, so they are left out."""
    found: Counter[tuple[str, str, str]] = Counter()
    for start in range(0, len(paths), RUFF_BATCH):
        done = subprocess.run(
            [*RUFF, *paths[start : start + RUFF_BATCH]],
            cwd=root,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode not in (0, 1):
            raise CorpusError(f"ruff failed: {done.stderr.strip()}")
        for row in json.loads(done.stdout):
            path = Path(row["filename"]).relative_to(root.resolve()).as_posix()
            found[path, row["code"] or "syntax", row["message"]] += 1
    return found


def _fix(root: Path, extra: list[str]) -> list[str]:
    """Rewrite a folder in place; returns what the linter said if it broke."""
    code, _, err = call(root, "--fix", "--unsafe-fixes", *extra, ".")
    if code in (0, 1):
        return []
    lines = [line for line in err.splitlines() if line.strip()]
    lines = [line for line in lines if line.startswith("error:")] or lines
    return [f"exit {code}: {line}" for line in lines[-20:] or ["(no output)"]]


def _copy(project: Project, target: Path) -> Path:
    """A copy of the project that may be rewritten."""
    root = target / project.slug
    shutil.copytree(project_dir(project), root, ignore=shutil.ignore_patterns(".*_cache"))
    return root


def _digests(root: Path) -> dict[str, str]:
    return {path.relative_to(root).as_posix(): digest(path) for path in python_files(root)}


def inspect(outcome: Outcome, original: Path, root: Path, changed: list[str]) -> None:
    """Compare the changed files with what they were."""
    sound = []
    for name in changed:
        before = compiles(original / name)
        after = compiles(root / name)
        if after and not before:
            outcome.syntax.append(f"{name}: {after}")
        if after or before:
            continue
        sound.append(name)
        lost = lost_comments(original / name, root / name)
        outcome.comments += [f"{name}: {comment}" for comment in lost]
    new = ruff_names(root, sound) - ruff_names(original, sound)
    outcome.names += [f"{path}: {code} {message}" for path, code, message in new.elements()]


def check(project: Project, folder: Path, extra: list[str]) -> Outcome:
    """Fix a copy of one project twice and look for damage."""
    original = project_dir(project)
    root = _copy(project, folder)
    outcome = Outcome(project)
    before = _digests(root)
    outcome.files = len(before)
    outcome.crashes += _fix(root, extra)
    once = _digests(root)
    changed = sorted(name for name in before if once.get(name) != before[name])
    outcome.changed = len(changed)
    missing = [name for name in changed if name not in once]
    outcome.syntax += [f"{name}: the file is gone" for name in missing]
    inspect(outcome, original, root, [name for name in changed if name in once])
    if changed:
        again = folder / f"{project.slug}.again"
        shutil.copytree(root, again)
        outcome.crashes += _fix(again, extra)
        twice = _digests(again)
        outcome.unstable += sorted(name for name in once if twice.get(name) != once[name])
    return outcome


def table(outcomes: list[Outcome]) -> str:
    """One line a project, then every violation."""
    kinds = ("crashes", "syntax", "names", "comments", "unstable")
    head = ("project", "files", "changed", *kinds)
    rows: list[tuple[str, list[int]]] = [
        (o.project.slug, [o.files, o.changed, *(len(getattr(o, kind)) for kind in kinds)])
        for o in outcomes
    ]
    rows.append(("total", [sum(column) for column in zip(*(r for _, r in rows), strict=True)]))
    lines = [f"{head[0]:34}" + "".join(f"{title:>10}" for title in head[1:])]
    lines += [f"{name:34}" + "".join(f"{cell:>10}" for cell in cells) for name, cells in rows]
    for outcome in outcomes:
        lines += outcome.violations
    return "\n".join(lines)
