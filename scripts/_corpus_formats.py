"""Running the installed command as users do, in every output format, and reading what it says."""

from __future__ import annotations

import json
import re
import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from _corpus_command import Answer, Command, copied, digests
from _corpus_fix import compiles
from _corpus_lint import LIMIT

INSTALLED = (sys.executable, "-P", "-m", "jaxopt_lint")
# What a run may say on standard error besides its results; all else is noise.
REMARKS = re.compile(
    r"Found \d+ findings? in \d+ files?: .*|No findings\.|(\[\*\] )?\d+ fixable with .*"
    r"|\d+ shown by their line only: .*|\d+ not shown: .*"
    r"|Fixed \d+ findings?\b.*|Would fix \d+ findings?\."
    r"|\d+ of \d+ findings? below .*"
    r"|\d+ in the baseline\.|\d+ files?; settings: .*|\d+ of them cannot hold a finding|warning: .*"
)


@dataclass(slots=True)
class Outcome:
    """What all runs over one directory did, and each way in which one went wrong."""

    name: str
    findings: int = 0
    fixed: int = 0
    seconds: float = 0.0
    violations: list[str] = field(default_factory=list)

    def wrong(self, what: str, text: str) -> None:
        """Remember a violation, in one line."""
        self.violations.append(f"{self.name}: {what}: {' '.join(text.split())[:300]}")


class Checker:
    """Runs one installed command over directories.

    Args:
        command: what to run, without arguments.
        scratch: an empty directory for copies and for the cache.
        extra: flags for each run.
    """

    def __init__(self, command: Sequence[str], scratch: Path, extra: Sequence[str] = ()) -> None:
        self.command = Command(command, scratch)
        self.scratch = scratch
        self.extra = list(extra)
        self.formats = self.command.formats()

    def check(self, folder: Path, name: str = "") -> Outcome:
        """Run everything over one directory; what is fixed is a copy."""
        outcome = Outcome(name or folder.name)
        started = time.perf_counter()
        shown = {kind: self._run(outcome, folder, "--output-format", kind) for kind in self.formats}
        for kind, answer in shown.items():
            self._read(outcome, kind, answer)
        self._agree(outcome, shown)
        for flag in ("--diff", "--statistics", "--verbose"):
            self._run(outcome, folder, flag)
        self._run(outcome, folder, "--output-format", "text", "--color", "always", "--verbose")
        for flags in (("--fix",), ("--fix", "--unsafe-fixes")):
            self._fix(outcome, folder, flags)
        outcome.seconds = time.perf_counter() - started
        return outcome

    def _run(self, outcome: Outcome, folder: Path, *flags: str) -> Answer:
        """One run of `check`, and what is wrong with it whatever it was asked for."""
        answer = self.command.call(folder, "check", ".", *flags, *self.extra)
        what = " ".join(flags)
        if answer.code is None:
            outcome.wrong(what, f"stopped after {LIMIT} s")
        elif answer.code not in (0, 1):
            outcome.wrong(what, f"exit {answer.code}: {answer.err[-250:]}")
        if "Traceback (most recent call last)" in answer.err:
            outcome.wrong(what, f"a traceback: {answer.err[-250:]}")
        for line in answer.err.splitlines():
            if "itself failed" in line:
                outcome.wrong(what, line)
        if answer.code in (0, 1):
            for line in answer.err.splitlines():
                if line.strip() and not REMARKS.fullmatch(line):
                    outcome.wrong(what, f"noise on standard error: {line}")
        return answer

    def _read(self, outcome: Outcome, kind: str, answer: Answer) -> None:
        """What is meant for programs must be readable by them."""
        text = answer.out.lstrip()
        if answer.code not in (0, 1):
            return
        try:
            if kind == "json" or text.startswith(("{", "[")):
                json.loads(text)
            elif text.startswith("<"):
                ElementTree.fromstring(text)
        except (ValueError, ElementTree.ParseError) as error:
            outcome.wrong(f"--output-format {kind}", f"cannot be read: {error}")

    def _agree(self, outcome: Outcome, shown: dict[str, Answer]) -> None:
        """All formats must tell the same findings."""
        try:
            rows = json.loads(shown["json"].out)
        except (KeyError, ValueError):
            return
        outcome.findings = len(rows)
        if "concise" in shown:
            lines = sum(bool(line) for line in shown["concise"].out.splitlines())
            hidden = re.search(r"^(\d+) not shown:", shown["concise"].err, re.MULTILINE)
            lines += int(hidden[1]) if hidden else 0
            if lines != len(rows):
                outcome.wrong("formats", f"{len(rows)} findings in JSON, {lines} in concise")
        for kind, answer in shown.items():
            said = re.search(r"^Found (\d+) finding", answer.err, re.MULTILINE)
            if said and int(said[1]) != len(rows):
                outcome.wrong("formats", f"{len(rows)} findings in JSON, {said[1]} in {kind}")

    def _fix(self, outcome: Outcome, folder: Path, flags: tuple[str, ...]) -> None:
        """Fix a copy, twice."""
        what = " ".join(flags)
        root = copied(folder, self.scratch / "copy")
        before = digests(root)
        first = self._run(outcome, root, *flags)
        once = digests(root)
        changed = [name for name, seen in once.items() if before.get(name) != seen]
        outcome.fixed += len(changed)
        for name in sorted(before.keys() - once.keys()):
            outcome.wrong(what, f"{name} is gone")
        for name in changed:
            why = compiles(root / name)
            if why and not compiles(folder / name):
                outcome.wrong(what, f"{name} no longer parses: {why}")
        if changed and "Fixed " not in first.err:
            outcome.wrong(what, f"changed {len(changed)} files and does not say so")
        again = self._run(outcome, root, *flags)
        twice = digests(root)
        for name in sorted(name for name in once if twice.get(name) != once[name]):
            outcome.wrong(what, f"{name} is changed again by a second run")
        if again.code == first.code and first.out != again.out:
            outcome.wrong(what, "a second run that changes nothing reports something else")
        shutil.rmtree(root, ignore_errors=True)


def table(outcomes: Sequence[Outcome], formats: Sequence[str]) -> str:
    """One line a directory, then every violation."""
    lines = [f"formats: {', '.join(formats)}"]
    lines += [f"{'directory':44} {'findings':>9} {'fixed':>6} {'wrong':>6} {'seconds':>8}"]
    for o in outcomes:
        row = f"{o.findings:9} {o.fixed:6} {len(o.violations):6} {o.seconds:8.1f}"
        lines.append(f"{o.name[:44]:44} {row}")
    wrong = sum(len(o.violations) for o in outcomes)
    findings, fixed = sum(o.findings for o in outcomes), sum(o.fixed for o in outcomes)
    lines.append(f"{f'all {len(outcomes)}':44} {findings:9} {fixed:6} {wrong:6}")
    for outcome in outcomes:
        lines += outcome.violations
    return "\n".join(lines)
