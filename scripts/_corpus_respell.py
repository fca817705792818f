"""Linting files before and after they were written in another way that means the same.

A finding is its rule and its row, followed to where the row went; its text names code and may
change. Each file is linted as a project of its own, as `scripts/corpus rename` does.

What a rewriting truly changes:

- `imports`: a rule about a name of an API reports where that name is written, which is each use of
  `jax.tree_map`, and the one import of `from jax import tree_map`. Those of `OF_NAMES` have to stay
  in the file alone.
- `decorators`: a finding on a definition may stand on its decorator, its `def` or the line below.
- `loop-body`: what a loop carries, gathers and indexes is read from its body; of a call in its
  place only what the function does and returns is known, whatever it makes of its arguments.
- `module`: what needs all callers, or all uses of a value, asks the file of the definition.

What tests, commands or a library look up by name, and what `noqa` says, is left out: functions
called `main` or `test...` stay where they are, and comments silence nothing.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from _corpus_blocks import decorators_below, if_true
from _corpus_imports import aliases, pieces, whole_paths
from _corpus_lines import Original, Respelled
from _corpus_looked_up import is_test
from _corpus_moved import helpers_elsewhere, loop_bodies
from _corpus_rename import lint
from _corpus_rename_whole import TOP, lint_project, write

from jaxopt_lint.files.errors import SourceError
from jaxopt_lint.files.source import from_stdin

KINDS: dict[str, tuple[Callable[[Original], Respelled], ...]] = {
    "imports": (whole_paths, pieces, aliases),
    "decorators": (partial(decorators_below, flat=False), partial(decorators_below, flat=True)),
    "if-true": (partial(if_true, part=False), partial(if_true, part=True)),
    "loop-body": (loop_bodies,),
    "module": (helpers_elsewhere,),
}
OF_NAMES = frozenset(
    {
        "deprecated-api", "deprecated-tree-api", "experimental-shard-map", "legacy-mesh-context",
        "legacy-pjit", "legacy-prng-key", "positional-sharding", "private-api", "removed-api",
    }
)  # fmt: skip
TELLS_LESS = ("loop-body", "module")
At = tuple[str, int]  # a rule, and a row of the original


@dataclass(frozen=True)
class Change:
    """A finding that is there in one spelling only, or in another row."""

    path: str
    kind: str
    variant: str
    rule: str
    row: int
    what: str

    def __str__(self) -> str:
        variant = f", {self.variant}" if self.variant else ""
        return f"{self.what:5} {self.path}:{self.row} {self.rule} [{self.kind}{variant}]"


@dataclass
class Outcome:
    """What came of one file.

    Attributes:
        rewritten: by kind, how many things were.
        findings: by kind, of the file where anything was rewritten.
    """

    path: str
    skipped: str = ""
    rewritten: Counter[str] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    changes: list[Change] = field(default_factory=list)


def respell_all(
    paths: Sequence[Path], kinds: Sequence[str], *, jobs: int = 1, extra: Sequence[str] = ()
) -> Iterator[Outcome]:
    """Hold each file against itself in other spellings.

    Args:
        extra: codes or names of rules; what happens to other findings is passed over.
    """
    one = partial(respell, kinds=tuple(kinds), extra=frozenset(extra))
    if jobs == 1:
        yield from map(one, paths)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(one, paths)


def respell(
    path: Path, kinds: Sequence[str] = tuple(KINDS), extra: frozenset[str] = frozenset()
) -> Outcome:
    """Hold one file against itself in other spellings."""
    outcome = Outcome(str(path))
    try:
        original = Original(from_stdin(path.read_bytes(), path.name).text)
    except (SourceError, SyntaxError, ValueError, RecursionError) as error:
        outcome.skipped = str(error)
        return outcome
    for kind in kinds:
        if kind == "module" and is_test(path.stem):
            continue  # whose helpers would lie in a file that is no test
        for rewrite in KINDS[kind]:
            other = rewrite(original)
            if other.number:
                outcome.rewritten[kind] += other.number
                _compare(outcome, kind, original, other, _name(path, original.tree), extra)
    return outcome


def _name(path: Path, tree: ast.Module) -> str:
    """The name of a file by itself: within its package `jax.py` hides no library, at a root it
    would.
    """
    taken: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            taken |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            taken.add((node.module or "").partition(".")[0])
    return f"{path.stem}_0.py" if path.stem in taken else path.name


def _compare(
    outcome: Outcome, kind: str, original: Original, other: Respelled, name: str,
    extra: frozenset[str],
) -> None:  # fmt: skip
    for file in other.files:
        ast.parse(other.text(file))  # or the rewriting is wrong
    before, after = findings({"": original.text}, name), findings(
        {file: other.text(file) for file in other.files}, name
    )  # fmt: skip
    chosen = [f for f in before if not extra or f[1] in extra or f[1].partition(" ")[2] in extra]
    outcome.findings[kind] = len(chosen)
    left = Counter((rule, row) for _, rule, row in chosen)
    new: Counter[At] = Counter()
    for file, rule, row in after:
        if extra and not {rule.partition(" ")[0], rule.partition(" ")[2]} & extra:
            continue
        if file and row <= _copied(other, file):
            continue  # the original has these imports, too
        rows = other.rows(file, row)
        same = next((at for at in rows if left[rule, at] > 0), None)
        if same is not None:
            left[rule, same] -= 1
        else:
            new[rule, rows[0] if rows else -row] += 1
    gone = Counter({at: n for at, n in left.items() if n})
    if kind == "imports":
        there = {rule for _, rule, _ in chosen} & {rule for _, rule, _ in after}
        stays = {rule for rule in there if rule.partition(" ")[2] in OF_NAMES}
        for counts in (gone, new):
            for at in [at for at in counts if at[0] in stays]:
                del counts[at]
    for (rule, row), what in _told(gone, new):
        outcome.changes.append(Change(outcome.path, kind, other.variant, rule, row, what))


def _copied(other: Respelled, file: str) -> int:
    """How many rows of a new file come before what was moved there."""
    return next((i for i, line in enumerate(other.files[file]) if line.rows), 0)


def _told(gone: Counter[At], new: Counter[At]) -> Iterator[tuple[At, str]]:
    """What became of each finding: one that is gone and one of its rule that is new have moved."""
    arrived = Counter(rule for rule, _ in new.elements())
    for at in sorted(gone.elements()):
        if arrived[at[0]]:
            arrived[at[0]] -= 1
            yield at, "moved"
        else:
            yield at, "gone"
    for at in sorted(new.elements()):
        if arrived[at[0]]:
            arrived[at[0]] -= 1
            yield at, "new"


def findings(texts: dict[str, str], name: str) -> list[tuple[str, str, int]]:
    """The file, the rule and the row of each finding; one file alone, or several as a project."""
    if len(texts) == 1:
        return [("", f"{k.code} {k.rule}", k.place[0]) for k in lint(texts[""], name).elements()]
    with TemporaryDirectory() as scratch:
        root = Path(scratch, TOP)
        files = {file or name: text for file, text in texts.items()}
        write(root, files)
        return [
            ("" if k.file == name else k.file, f"{k.code} {k.rule}", k.place[0])
            for k in lint_project(root, files).elements()
        ]


def table(outcomes: Sequence[Outcome]) -> str:
    """The changes, then by kind and rule, then in all."""
    changes = [c for o in outcomes for c in o.changes]
    lines = [str(change) for change in changes]
    lines += ["", *(f"not rewritten: {o.path}: {o.skipped}" for o in outcomes if o.skipped)]
    counts = Counter((c.kind, c.rule, c.what) for c in changes)
    lines += ["", "| kind | rule | gone | moved | new |", "|---|---|---:|---:|---:|"]
    for kind, rule in sorted({key[:2] for key in counts}):
        row = " | ".join(str(counts[kind, rule, what]) for what in ("gone", "moved", "new"))
        lines.append(f"| {kind} | {rule} | {row} |")
    lines += ["", "| kind | files | rewritten | findings | gone | moved | new |"]
    lines.append("|---|---:|---:|---:|---:|---:|---:|")
    for kind in KINDS:
        told = Counter(c.what for c in changes if c.kind == kind)
        here = [o for o in outcomes if o.rewritten[kind]]
        lines.append(
            f"| {kind} | {len(here)} | {sum(o.rewritten[kind] for o in here)} | "
            f"{sum(o.findings[kind] for o in here)} | {told['gone']} | {told['moved']} | "
            f"{told['new']} |"
        )
    return "\n".join(lines)
