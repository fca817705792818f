"""One run of `check`: lint or fix, write, report, decide on the exit code."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jaxopt_lint.cli import work
from jaxopt_lint.cli.groups import Group, by_configuration
from jaxopt_lint.cli.output import Output
from jaxopt_lint.cli.scope import Scope
from jaxopt_lint.cli.seen import Files, Kept, files_of, projects_of
from jaxopt_lint.files.leftovers import sweep_files
from jaxopt_lint.report.console import count, one_line
from jaxopt_lint.report.document import Document
from jaxopt_lint.report.formats import render
from jaxopt_lint.report.order import with_repeats
from jaxopt_lint.report.sources import Sources
from jaxopt_lint.running.ends import CLEAN, FAILED, FINDINGS, CannotDo
from jaxopt_lint.running.repeats import told_once
from jaxopt_lint.settings.config import Config

if TYPE_CHECKING:
    from jaxopt_lint.finding import Finding
    from jaxopt_lint.fixing.results import FixResult
    from jaxopt_lint.running.engine import RunResult


@dataclass
class Session:
    """What `check` was asked for."""

    config: Config
    output: Output
    given: dict[str, Any]
    scope: Scope
    silenced: list[Finding] = field(default_factory=list)  # what formats mark as suppressed

    def __post_init__(self) -> None:
        self.kept = Kept(self.config.root, self.output)

    @property
    def fixing(self) -> bool:
        """Whether fixes are worked out to be written or shown as a diff."""
        wanted = self.config.fix if self.given["fix"] is None else self.given["fix"]
        return bool(wanted or self.given["fix_only"] or self.given["diff"])

    def files(self, paths: Sequence[str]) -> int:
        """Check files and directories."""
        from jaxopt_lint.settings.discovery import discover

        with self.output.progress("Looking for Python files"):
            found = discover(paths, self.config)
        if not found:
            self.output.warn("no Python files found under the given paths")
        self.output.note(
            f"{count(len(found), 'file')}; settings: {self.config.file or 'defaults'}", level=1
        )
        groups = self.kept.informed(by_configuration(found, self.config, self.given))
        if self.fixing or self.given["verify"]:
            return self._fix(groups)
        result = work.lint(groups, self.output)
        findings = self._split(result, files_of(groups))
        self.output.note(f"{result.skipped} of them cannot hold a finding", level=1)
        crashes = self._report(findings, Sources(self.config.root), result.crashes)
        return self._code(findings, crashes)

    def _split(
        self, result: RunResult, files: Files, texts: Mapping[str, bytes] | None = None
    ) -> list[Finding]:
        """The findings to report, with what kept runs say; the silenced ones are kept aside."""
        findings, silenced = result.findings, result.silenced
        found = self.kept.seen(findings, silenced, files, texts)
        if found is not None:
            every = sorted([*found.findings, *silenced, *found.added], key=attrgetter("order"))
            findings, silenced = _told_apart(every)
        findings, self.silenced = self.scope.split(findings, silenced)
        return told_once(findings, projects_of(files, self.config.root))

    def _with_runs(
        self, fixed: FixResult, files: Files, texts: Mapping[str, bytes] | None = None
    ) -> None:
        """Have kept runs say what they know of what remains, where its text is what ran."""
        comments = [f for f in fixed.silenced if f.silenced and f.silenced.by == "inSource"]
        held = [f for f in fixed.silenced if f.silenced and f.silenced.by == "external"]
        unsaid = [*comments, *fixed.unseen]
        found = self.kept.seen([*fixed.remaining, *held], unsaid, files, texts)
        if found is not None:
            added = [f for part in self.scope.split(*_told_apart(found.added)) for f in part]
            every = sorted([*found.findings, *comments, *added], key=attrgetter("order"))
            fixed.remaining, fixed.silenced = _told_apart(every)
        remaining = self.scope.touched(fixed.remaining)
        fixed.remaining = told_once(remaining, projects_of(files, self.config.root))

    def standard_input(self) -> int:
        """Check what is piped in; with `--fix`, print it fixed."""
        from jaxopt_lint.files.errors import SourceError
        from jaxopt_lint.files.source import display_path, from_stdin
        from jaxopt_lint.fixing.checking import check_source
        from jaxopt_lint.settings.discovery import DiscoveredFile, excluded

        if sys.stdin is None:
            raise CannotDo("standard input is closed")
        raw = sys.stdin.buffer.read()
        name = self.given["stdin_filename"] or "<stdin>"
        display = name if name == "<stdin>" else display_path(Path(name), self.config.root)
        if name != "<stdin>" and excluded(
            DiscoveredFile(Path(name).absolute(), display, explicit=True), self.config
        ):
            return self._echo(raw)
        try:
            source = from_stdin(raw, name, display)
        except SourceError as error:
            self._echo(raw)
            return self._unreadable(display, str(error))
        if self.given["verify"]:
            self.output.warn("--verify does not apply to standard input")
        files = [(self.config, [Path(name)])]
        eager = self.kept.seen_eager(files, {display: raw})
        self.config = replace(self.config, seen_eager=eager)
        if not self.fixing:
            result = check_source(source, self.config, whole=False)
            findings = self._split(result, files, {display: raw})
            sources = Sources(self.config.root, source=source)
            crashes = self._report(findings, sources, result.crashes)
            return self._code(findings, crashes)

        from jaxopt_lint.fixing.run import fix_source

        sees = self.kept.sees(self.scope.or_none, files, {display: raw})
        fixed = fix_source(source, self.config, unsafe=self.config.unsafe_fixes, sees=sees)
        file = fixed.files[0] if fixed.files else None
        new = file.new_text if file is not None else source.text
        if self.given["diff"]:
            return self._diff(fixed)
        # The text is the result: findings would spoil it, so they go to standard error.
        written = source.encode(new, file.notebook if file is not None else None)
        self._echo(written)
        self._with_runs(fixed, files, {display: written})
        self.output.crashes(fixed.crashes)
        if not self.given["fix_only"]:
            from jaxopt_lint.report.text import concise

            now = from_stdin(written, name, display)
            sources = Sources(self.config.root, source=now)
            for finding in self._shown(fixed.remaining):
                told = sources.told(finding)
                self.output.note(concise(told, sources, self.output.error_style), level=-1)
        return self._code(fixed.remaining, fixed.crashes, applied=_applied(fixed))

    def _echo(self, raw: bytes) -> int:
        """With `--fix`, print a text as it is; an editor puts it in the place of its own."""
        if self.fixing and not self.given["diff"]:
            sys.stdout.flush()
            sys.stdout.buffer.write(raw)
            sys.stdout.buffer.flush()
        return CLEAN

    def _unreadable(self, display: str, message: str) -> int:
        from jaxopt_lint.finding import Finding, Location, Severity, with_fingerprints
        from jaxopt_lint.registry import UNPARSABLE

        start = Location(1, 1)
        found = Finding(*UNPARSABLE, message, display, start, start, severity=Severity.ERROR)
        findings = with_fingerprints([found])
        if self.fixing:
            self.output.warn(f"{display}: not fixed: {message}")
        else:
            self._report(findings, Sources(self.config.root, {display: ""}), [])
        return self._code(findings, [])

    # -- fixes --------------------------------------------------------------------------

    def _fix(self, groups: Sequence[Group]) -> int:
        options = {key: self.given[key] for key in ("python", "budget")}
        verify = options if self.given["verify"] else None
        sees = self.kept.sees(self.scope.or_none, files_of(groups))
        fixed = work.fix(groups, self.output, verify, sees, self._judged)
        if self.given["diff"]:
            return self._diff(fixed)
        if not self.fixing:
            return self._verified_only(groups, fixed)
        applied: list[Finding] = []  # what has reached the disk
        sweep_files({file.path.parent for _, files in groups for file in files})
        try:
            failures = self._write(fixed, applied)
            crashes = [*fixed.crashes, *failures]
            self._with_runs(fixed, files_of(groups))
            if failures:
                self._say_changed(applied)
            self.silenced = fixed.silenced
            if self.given["fix_only"]:
                self._fix_notes(fixed, applied)
                self.output.crashes(crashes)
            else:
                sources = Sources(self.config.root)
                crashes = self._report(fixed.remaining, sources, crashes, fixed, applied)
        except BaseException:
            # Whatever ends the report (a full disk, a closed pipe, a bug), the files are changed.
            self._say_changed(applied)
            raise
        return self._code(fixed.remaining, crashes, applied=applied)

    def _write(self, fixed: FixResult, applied: list[Finding]) -> list[str]:
        """Write fixed files, and add the findings that are gone by that to `applied`.

        The files that cannot be written come back with the reason; their findings remain.
        """
        from jaxopt_lint.files.errors import SourceError
        from jaxopt_lint.files.writing import write_atomically

        failures = []
        for file in fixed.files:
            if file.error:
                failures.append(f"{file.source.display}: not fixed: {file.error}")
            elif file.new_text != file.source.text:
                try:
                    write_atomically(file.source, file.new_text, file.notebook)
                except SourceError as error:
                    failures.append(f"{file.source.display}: not fixed: {error}")
                    fixed.remaining = work.instead(fixed.remaining, file)
                    continue
                applied += file.applied
        return failures

    def _say_changed(self, applied: Sequence[Finding]) -> None:
        files = _by_file(applied)
        if files:
            names = ", ".join(map(one_line, files))
            text = f"Fixed {count(len(applied), 'finding')} in {count(len(files), 'file')}: {names}"
            with suppress(OSError, ValueError):
                self.output.note(text, level=-1)

    def _diff(self, fixed: FixResult) -> int:
        from jaxopt_lint.report.diff import unified

        texts = []
        for file in fixed.files:
            if file.error:
                self.output.warn(f"{file.source.display}: not fixed: {file.error}")
            else:
                shown = Sources(self.config.root).shown(file.source.display)
                style = self.output.style
                texts += [
                    unified(old, new, f"{shown}{where}", style) for old, new, where in file.parts()
                ]
        self.output.patch("".join(texts))
        self.output.crashes(fixed.crashes)
        would = len(_applied(fixed))
        if would:
            self.output.note(f"Would fix {count(would, 'finding')}.")
        changed = any(texts)
        if fixed.crashes:
            return FAILED
        return FINDINGS if changed and not self.given["exit_zero"] else CLEAN

    def _verified_only(self, groups: Sequence[Group], fixed: FixResult) -> int:
        """`--verify` without `--fix`: findings as they are, each with its evidence."""
        result = work.lint(groups, self.output)
        found = self._split(result, files_of(groups))
        seen = {_identity(finding): evidence for finding, evidence in fixed.evidence}
        findings = [f.with_(evidence=seen.get(_identity(f), f.evidence)) for f in found]
        crashes = list(dict.fromkeys([*result.crashes, *fixed.crashes]))
        crashes = self._report(findings, Sources(self.config.root), crashes)
        return self._code(findings, crashes)

    # -- words --------------------------------------------------------------------------

    def _report(
        self,
        findings: Sequence[Finding],
        sources: Sources,
        crashes: Sequence[str],
        fixed: FixResult | None = None,
        applied: Sequence[Finding] = (),
    ) -> list[str]:
        """Print findings in the format that was asked for, and notes around them.

        What crashed comes back, with what did so only now.
        """
        kind = self.config.output_format
        unsafe = self.config.unsafe_fixes
        style = self.output.style
        people = kind in ("text", "concise", "grouped")
        shown = self._shown(findings) if people else findings
        if kind == "text" and not self.given["statistics"]:
            shown = with_repeats(findings, self.config.severity)
        if self.given["statistics"]:
            from jaxopt_lint.report.statistics import statistics

            table = statistics(shown, style, as_json=kind == "json")
            self.output.results(table)
        else:
            verbose = self.output.level > 0
            document = Document(shown, sources, self.silenced, crashes)
            failures: list[str] = []
            text = render(document, kind, style, unsafe, verbose, failures)
            crashes = [*crashes, *failures]
            self.output.results(text, exact=not people)
            hidden = len(findings) - len(with_repeats(findings, self.config.severity))
            if hidden and not people:
                least = self.config.severity.value
                self.output.note(
                    f"{hidden} of {count(len(findings), 'finding')} below `severity = "
                    f"{least}`: text leaves them out, and they fail no run."
                )
        self.output.crashes(crashes)
        if fixed is not None:
            self._fix_notes(fixed, applied)
        if people and self.output.level >= 0 and not self.given["statistics"]:
            from jaxopt_lint.report.text import summary

            # With the results in a file, standard output is free and silent.
            if not (fixed is not None and not findings):
                folded = kind == "text" and self.output.level == 0
                self.output.note(summary(findings, self.config.severity, unsafe, folded))
            old = sum(f.silenced is not None and f.silenced.by == "external" for f in self.silenced)
            if old:
                self.output.note(f"{old} in the baseline.")
        return list(crashes)

    def _shown(self, findings: Sequence[Finding]) -> list[Finding]:
        return [finding for finding in findings if self.config.matters(finding)]

    def _judged(self, finding: Finding) -> None:
        """Show the evidence on a fix as soon as it is there; without fixing, findings show it."""
        if self.fixing and not self.given["diff"] and self.output.level >= 0:
            from jaxopt_lint.report.evidence import block

            sources = Sources(self.config.root)
            told, shown = sources.told(finding), sources.shown(finding.path)
            for line in block(told, shown, self.output.error_style):
                self.output.note(line)

    def _fix_notes(self, fixed: FixResult, applied: Sequence[Finding]) -> None:
        style = self.output.error_style
        verdicts = {_identity(finding): evidence for finding, evidence in fixed.evidence}
        if applied:
            text = f"Fixed {count(len(applied), 'finding')}"
            proven = sum(_identity(f) in verdicts for f in applied)
            text += f", {proven} of them verified." if proven else "."
            if fixed.remaining:
                text += f" {len(fixed.remaining)} remaining."
            self.output.note(text)
        if self.given["show_fixes"]:
            for path, fixes in _by_file(applied).items():
                self.output.note(f"- {one_line(path)}:", level=-1)
                for (code, name), times in fixes.items():
                    self.output.note(f"    {times} x {style(code, 'red')} ({name})", level=-1)

    def _code(
        self,
        findings: Sequence[Finding],
        crashes: Sequence[str],
        applied: Sequence[Finding] = (),
    ) -> int:
        if crashes:
            return FAILED
        if applied and self.given["exit_non_zero_on_fix"]:
            return FINDINGS
        if self.given["exit_zero"] or self.given["fix_only"]:
            return CLEAN
        return FINDINGS if self._shown(findings) else CLEAN


def _told_apart(findings: Iterable[Finding]) -> tuple[list[Finding], list[Finding]]:
    """The findings that nothing silences, and the others."""
    every = list(findings)
    return [f for f in every if f.silenced is None], [f for f in every if f.silenced is not None]


def _applied(fixed: FixResult) -> list[Finding]:
    return [finding for file in fixed.files if not file.error for finding in file.applied]


def _identity(finding: Finding) -> tuple[object, ...]:
    return (finding.path, finding.code, finding.start, finding.end)


def _by_file(findings: Sequence[Finding]) -> dict[str, Counter[tuple[str, str]]]:
    out: dict[str, Counter[tuple[str, str]]] = {}
    for finding in findings:
        out.setdefault(finding.path, Counter())[finding.code, finding.name] += 1
    return out
