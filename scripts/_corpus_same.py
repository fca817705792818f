"""Holding two installed versions of the linter against each other, byte for byte."""

from __future__ import annotations

import difflib
import gzip
import hashlib
import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

from _corpus_command import COPIED, Answer, Command, copied
from _corpus_lint import LIMIT
from _corpus_store import CorpusError, digest

# One process: a pool's processes end behind our back, and their time would be lost.
ALONE = ("--no-cache", "--jobs", "1")
# Whatever settings and comments leave out. What only some versions know is asked of those alone.
EVERYTHING = ("--select", "ALL", "--preview", "--min-confidence", "low", "--ignore-noqa")
EVERY_SETTING = {"severity": ("--severity", "info")}
QUICK = (
    (*ALONE, "--output-format", "json", *EVERYTHING),
    ALONE,
    (*ALONE, "--diff", "--unsafe-fixes", *EVERYTHING),
)
FURTHER = (
    (*ALONE, "--diff", "--unsafe-fixes"),
    (*ALONE, "--statistics"),
    ("--no-cache", "--verbose"),  # on as many processes as it likes
)
FIXING = (*ALONE, "--fix", "--unsafe-fixes")
MANUAL = (
    ("rule", "--all", "--output-format", "json"),
    ("rule", "--all", "--output-format", "markdown"),
    ("config", "--output-format", "json"),
)
# What differs between any two runs, each with what stands for it.
VARIABLE = (
    # JUnit demands the time of the report.
    (re.compile(r' timestamp="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"'), ' timestamp="now"'),
)
SHOWN = 24  # lines of one difference
WINDOW = 200  # lines in which a difference is worked out, which takes their square
# Which package a command runs, told by the interpreter that its first line names.
_ASK = """\
import importlib.metadata, json
one = importlib.metadata.distribution("jaxopt-lint")
print(json.dumps([one.read_text("RECORD"), one.read_text("direct_url.json")]))
"""


@dataclass(slots=True)
class Ran:
    """One run: what it said, and the files that it changed with what they hold then."""

    answer: Answer
    changed: dict[str, str] = field(default_factory=dict)
    remembered: bool = False


@dataclass(slots=True)
class Outcome:
    """How two commands compare on one project."""

    name: str
    files: int = 0
    runs: int = 0
    findings: int = 0  # with everything shown
    before: float = 0.0  # seconds of the processor, of the runs that both sides made now
    after: float = 0.0
    differences: list[str] = field(default_factory=list)


class Memory:
    """Answers of one command that need not be computed again, a file each.

    They are found by what the command consists of, its arguments, and where and what a project is.

    Args:
        folder: where they lie; None remembers nothing.
    """

    def __init__(self, folder: Path | None, command: Command) -> None:
        self.folder = folder
        self._identity = identity(command) if folder else ""

    def place(self, project: str, arguments: Sequence[str]) -> Path | None:
        """Where the answer to these arguments lies."""
        if self.folder is None:
            return None
        key = json.dumps([self._identity, project, *arguments])
        return self.folder / f"{hashlib.sha256(key.encode()).hexdigest()[:40]}.json.gz"

    def load(self, place: Path | None) -> Ran | None:
        """What was kept there."""
        if place is None or not place.is_file():
            return None
        kept = json.loads(gzip.decompress(place.read_bytes()))
        return Ran(Answer(**kept["answer"]), kept["changed"], remembered=True)

    def keep(self, place: Path | None, ran: Ran) -> None:
        """Keep an answer, unless the run had to be stopped."""
        if place is None or ran.answer.code is None:
            return
        place.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"answer": asdict(ran.answer), "changed": ran.changed})
        part = place.with_suffix(".part")
        part.write_bytes(gzip.compress(text.encode(), 3))
        part.replace(place)


class Comparer:
    """Runs two commands on projects.

    Args:
        scratch: an empty directory for copies.
        keep: where the answers of the first command are remembered; None remembers nothing.
        all_formats: whether to compare all that the command can print, and fixed copies.
        extra: flags for each run of `check`.
    """

    def __init__(
        self,
        before: Path,
        after: Path,
        scratch: Path,
        *,
        keep: Path | None = None,
        all_formats: bool = False,
        extra: Sequence[str] = (),
    ) -> None:
        self.scratch = scratch
        self.sides = [Command([str(path.absolute())], scratch) for path in (before, after)]
        self.memories = [Memory(keep, self.sides[0]), Memory(None, self.sides[1])]
        self.extra = list(extra)
        known = [command.settings() for command in self.sides]
        self.more = [
            [flag for key, flags in EVERY_SETTING.items() if key in names for flag in flags]
            for names in known
        ]
        self.formats = [command.formats() for command in self.sides] if all_formats else None
        self._turn = 0

    def manual(self) -> Outcome:
        """Compare what the commands say about themselves."""
        outcome = Outcome("the manual")
        for arguments in MANUAL:
            self._compare(outcome, self.scratch, "", [arguments] * 2)
        if self.formats and self.formats[0] != self.formats[1]:
            outcome.differences.append("output formats: {}, then {}".format(*self.formats))
        return outcome

    def check(self, folder: Path, name: str) -> Outcome:
        """Compare everything on one project; what is fixed is a copy."""
        outcome = Outcome(name)
        seen = _sources(folder)
        outcome.files = sum(path.endswith((".py", ".pyi", ".ipynb")) for path in seen)
        project = json.dumps([str(folder), sorted(seen.items())])
        for flags in self._runs():
            every = set(EVERYTHING) <= set(flags)
            arguments = [
                ("check", ".", *flags, *(more if every else ()), *self.extra) for more in self.more
            ]
            first = self._compare(outcome, folder, project, arguments, copy="--fix" in flags)
            if flags == QUICK[0]:
                outcome.findings = _count(first.answer.out)
        return outcome

    def _runs(self) -> Iterator[tuple[str, ...]]:
        yield from QUICK
        if self.formats:
            for kind in self.formats[0]:
                yield (*ALONE, "--output-format", kind)
            yield from FURTHER
            yield FIXING

    def _compare(
        self,
        outcome: Outcome,
        folder: Path,
        project: str,
        arguments: Sequence[Sequence[str]],
        copy: bool = False,
    ) -> Ran:
        """Run both commands with their arguments, in turns who is first, and note what differs."""
        self._turn += 1
        order = (0, 1) if self._turn % 2 else (1, 0)
        ran = {i: self._run(i, folder, project, arguments[i], copy) for i in order}
        outcome.runs += 1
        if not ran[0].remembered:
            outcome.before += ran[0].answer.seconds
            outcome.after += ran[1].answer.seconds
        what = " ".join(arguments[1])
        outcome.differences += [f"{what}: {text}" for text in differences(ran[0], ran[1])]
        return ran[0]

    def _run(
        self, side: int, folder: Path, project: str, arguments: Sequence[str], copy: bool
    ) -> Ran:
        memory = self.memories[side]
        place = memory.place(project, arguments)
        known = memory.load(place)
        if known is not None:
            return known
        root = copied(folder, self.scratch / "copy") if copy else folder
        old = _sources(root) if copy else {}
        ran = Ran(self.sides[side].call(root, *arguments))
        if copy:
            new = _sources(root)
            for name in sorted(old.keys() | new.keys()):
                if old.get(name) != new.get(name):
                    text = (root / name).read_bytes() if name in new else b"(gone)"
                    ran.changed[name] = text.decode(errors="surrogateescape")
        ran.answer.out, ran.answer.err = self._steady(ran.answer.out), self._steady(ran.answer.err)
        memory.keep(place, ran)
        return ran

    def _steady(self, text: str) -> str:
        """A text without what differs between any two runs."""
        for pattern, instead in VARIABLE:
            text = pattern.sub(instead, text)
        # Each comparison makes its copies somewhere else.
        return text.replace(str(self.scratch.resolve()), "<scratch>")


def differences(before: Ran, after: Ran) -> list[str]:
    """What differs between two runs, a text each; also that a run could not do its job."""
    found = []
    for name, ran in (("before", before), ("after", after)):
        if ran.answer.code is None:
            found.append(f"{name} was stopped after {LIMIT} s")
        elif ran.answer.code not in (0, 1):
            found.append(f"{name} ends with exit {ran.answer.code}: {ran.answer.err[-250:]}")
    if before.answer.code != after.answer.code:
        found.append(f"exit {before.answer.code}, then {after.answer.code}")
    pairs = [
        ("standard output", before.answer.out, after.answer.out),
        ("standard error", before.answer.err, after.answer.err),
    ]
    for name in sorted(before.changed.keys() | after.changed.keys()):
        unchanged = "(unchanged)"
        pairs.append(
            (name, before.changed.get(name, unchanged), after.changed.get(name, unchanged))
        )
    found += [f"{name}:\n{_cut(old, new)}" for name, old, new in pairs if old != new]
    return found


def _cut(old: str, new: str) -> str:
    """The first lines of a unified diff, worked out near the first line that differs."""
    a, b = old.splitlines(keepends=True), new.splitlines(keepends=True)
    same = 0
    while same < min(len(a), len(b)) and a[same] == b[same]:
        same += 1
    start = max(0, same - 12)  # in JSON, a finding's name stands that far above its place
    near = [lines[start : same + WINDOW] for lines in (a, b)]
    lines = list(difflib.unified_diff(near[0], near[1], "before", "after", n=12))[2:]
    shown = [f"  {ascii(line)[1:-1].removesuffix(chr(92) + 'n')}" for line in lines[:SHOWN]]
    if len(lines) > SHOWN:
        shown.append("  ...")
    return f"  from line {same + 1} of {len(a)} and {len(b)}\n" + "\n".join(shown)


def _count(text: str) -> int:
    try:
        return len(json.loads(text))
    except ValueError:
        return 0


def _sources(root: Path) -> dict[str, str]:
    """A digest of everything that the linter may read of a project and that is no link."""
    return {
        path.relative_to(root).as_posix(): digest(path)
        for path in sorted(root.rglob("*"))
        if COPIED.fullmatch(path.name) and path.is_file() and not path.is_symlink()
    }


def identity(command: Command) -> str:
    """A digest of what a command consists of: its script, and the package that it runs, where
    its interpreter knows of one; of an editable installation all sources."""
    script = Path(command.words[0])
    try:
        text = script.read_bytes()
    except OSError as error:
        raise CorpusError(f"{script}: {error.strerror}") from None
    made = hashlib.sha256(str(script.resolve()).encode() + text)
    first = text.partition(b"\n")[0].decode(errors="replace")
    if first.startswith("#!"):
        told = subprocess.run(
            [*first[2:].split()[:1], "-P", "-c", _ASK], capture_output=True, text=True, check=False
        )
        if told.returncode == 0:
            record, url = json.loads(told.stdout)
            made.update((record or "").encode())
            where = json.loads(url or "{}")
            if where.get("dir_info", {}).get("editable"):
                root = Path(unquote(urlsplit(where["url"]).path))
                made.update(json.dumps(_package(root)).encode())
    return made.hexdigest()


def _package(root: Path) -> list[tuple[str, str]]:
    """Digests of the sources and tables of a checkout, but for its tests."""
    return [
        (path.relative_to(root).as_posix(), digest(path))
        for folder in sorted(root.iterdir())
        if folder.is_dir() and folder.name[0] != "." and folder.name != "tests"
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".py", ".json", ".toml") and path.is_file()
    ]


def lines(outcome: Outcome) -> str:
    """What one project showed: a line, then each difference."""
    wrong = len(outcome.differences)
    said = f"{wrong} differences" if wrong else "the same"
    head = f"{outcome.name}: {outcome.files} files, {outcome.findings} findings, "
    return "\n".join([f"{head}{outcome.runs} runs: {said}", *outcome.differences])


def summary(outcomes: Sequence[Outcome]) -> str:
    """All projects in a line, and how the time of both compares where both ran now."""
    unlike = [o.name for o in outcomes if o.differences]
    files, findings = sum(o.files for o in outcomes), sum(o.findings for o in outcomes)
    runs = sum(o.runs for o in outcomes)
    found = [f"{files} files, {findings} findings, {runs} runs of each command"]
    found.append(f"different: {', '.join(unlike)}" if unlike else "all the same, byte for byte")
    before, after = sum(o.before for o in outcomes), sum(o.after for o in outcomes)
    if before:
        found.append(f"CPU: {before:.1f} s before, {after:.1f} s after: ratio {after / before:.3f}")
    else:
        found.append("CPU: not compared, as what was before is remembered")
    return "\n".join(found)
