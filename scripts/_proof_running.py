"""Invented bugs with their sound twins, and correct rewrites: which there are, and running them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from _corpus_store import ROOT, CorpusError, cache_dir

from jaxopt_lint.finding import Evidence
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.gain import COMPILES, worse
from jaxopt_lint.verify.harness import verify_case
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

MATERIAL = ROOT / "tests" / "verify" / "invented"
INSIDE = "accepted inside jit"
# The first line of an original that is there to be called from inside a jit, and is judged there.
USED_INSIDE = "# used inside jax.jit"
_HARNESS = Path(verify_case.__code__.co_filename).parent  # the one that is imported, and is tried


@dataclass(frozen=True)
class Subject:
    """One pair of programs: what a bug or a sound twin makes of an original, or a rewrite."""

    kind: str  # "bug" | "sound" | "correct"
    name: str
    before: Path
    after: Path
    seed: int = 0

    @property
    def title(self) -> str:
        """The name for people."""
        return f"{self.kind} {self.name}" + (f", seed {self.seed}" if self.seed else "")

    @property
    def jitted(self) -> bool:
        """Whether the original says that it is used inside of a jit."""
        return self.before.read_text(encoding="utf-8").startswith(USED_INSIDE)


@dataclass
class Result:
    """What the harness said of a pair."""

    verdict: str
    reason: str = ""
    loses: bool = False
    failed: list[str] = field(default_factory=list)  # "check: detail", or what got worse
    inside: bool = False  # it loses by compiling with each call alone, and nothing inside a jit

    @property
    def right(self) -> bool:
        """Whether the harness holds it for right, whatever it costs."""
        return self.verdict in ("proved", "verified")

    @property
    def accepted(self) -> bool:
        """Whether `--fix --verify` would write it."""
        return self.right and not self.loses

    @property
    def word(self) -> str:
        """One word for a table."""
        if self.accepted:
            return "accepted"
        if self.inside:
            return INSIDE
        return "loses" if self.right else self.verdict.upper()


@dataclass(frozen=True)
class Slice:
    """One of several parts of all pairs, drawn by their names alone: what is run by one part at a
    time adds up, and each part is a sample of the whole."""

    number: int = 1
    of: int = 1

    @classmethod
    def parse(cls, text: str) -> Slice:
        """A part that is written as `2/8`.

        Raises:
            ValueError: it is written otherwise, or there is no such part.
        """
        number, of = (int(part) for part in text.split("/"))
        if not 1 <= number <= of:
            raise ValueError(text)
        return cls(number, of)

    def holds(self, name: str) -> bool:
        """Whether a pair of this name is in it, with all seeds and rewrites."""
        drawn = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")
        return drawn % self.of == self.number - 1


def subjects(
    folder: Path, only: list[str], seeds: list[int], part: Slice = Slice()
) -> Iterator[Subject]:
    """All pairs of a folder that are asked for; both rewrites of one original after each other.

    Raises:
        CorpusError: there is none.
    """
    found = False
    for kind, rewrites in (("bugs", ("bug", "sound")), ("correct", ("after",))):
        for place in sorted(folder.glob(f"{kind}/*/")):
            if only and not any(fnmatchcase(place.name, pattern) for pattern in only):
                continue
            if not part.holds(place.name):
                continue
            before = place / ("original.py" if kind == "bugs" else "before.py")
            for seed in seeds if kind == "correct" else [0]:
                for rewrite in rewrites:
                    found = True
                    what = "correct" if kind == "correct" else rewrite
                    yield Subject(what, place.name, before, place / f"{rewrite}.py", seed)
    if not found:
        raise CorpusError(f"no such bugs or rewrites in {folder}")


class Runner:
    """Verifies pairs in one session, and keeps what came out by content: of both programs, of the
    harness, and of how it is asked."""

    def __init__(self, *, optimize: bool, backend: str = "cpu", again: bool = False) -> None:
        self.optimize, self.backend, self.again = optimize, backend, again
        self.folder = cache_dir() / "proof"
        self.folder.mkdir(parents=True, exist_ok=True)
        settings = VerifySettings(compile_cache=self.folder / "compiled", backend=backend)
        self.session = Session(settings)
        self.harness = _digest(sorted(_HARNESS.rglob("*.py")))

    def kept(self, subject: Subject) -> Result | None:
        """What this harness has said of it before, if it has."""
        file = self._file(subject)
        return Result(**json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else None

    def _file(self, subject: Subject) -> Path:
        texts = _digest([subject.before, subject.after])
        asked = f"{self.harness} {texts} {subject.seed} {self.optimize} {self.backend}"
        return self.folder / f"{hashlib.sha256(asked.encode()).hexdigest()[:32]}.json"

    def result(self, subject: Subject) -> Result:
        """What the harness says, now or before."""
        before = None if self.again else self.kept(subject)
        if before is not None:
            return before
        evidence = self._asked(subject, jitted=subject.jitted)
        found, reasons = _result(evidence), {evidence.reason}
        if subject.kind != "bug" and found.loses and worse(evidence) == {COMPILES}:
            # Who calls it from inside a jit, as a loop that became a scan is meant to be called,
            # compiles neither version again.
            inside = self._asked(subject, jitted=True)
            found.inside = _result(inside).accepted
            reasons.add(inside.reason)
        if Reason.TIMEOUT in reasons:  # another time it may be decided
            return found
        file = self._file(subject)
        written = file.with_suffix(".new")
        written.write_text(json.dumps(asdict(found)), encoding="utf-8")
        written.replace(file)
        return found

    def _asked(self, subject: Subject, *, jitted: bool = False) -> Evidence:
        settings = VerifySettings(
            timing=False, optimize=self.optimize, seed=subject.seed, backend=self.backend
        )
        given = (subject.before, subject.after, settings)
        return verify_case(*given, session=self.session, jitted=jitted)


def _result(evidence: Evidence) -> Result:
    failed = [f"{c.name}: {c.detail}" for c in evidence.checks if c.passed is False]
    if not failed and evidence.reason:
        failed = [c.detail for c in evidence.checks if c.passed is None]
    if not failed and evidence.loses:
        names = worse(evidence)
        failed = [f"{c.name}: {c.detail}" for c in evidence.checks if c.name in names]
    return Result(evidence.verdict.value, evidence.reason, evidence.loses, failed)


def _digest(files: list[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes() + b"\0")
    return digest.hexdigest()
