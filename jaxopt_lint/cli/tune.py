"""`jaxopt-lint tune`: observe a program, prove fixes of what it loses, apply them, run again."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jaxopt_lint.cli import observed as observing
from jaxopt_lint.cli import options as opt
from jaxopt_lint.cli import work
from jaxopt_lint.cli.groups import by_configuration
from jaxopt_lint.cli.output import Output
from jaxopt_lint.cli.seen import Kept
from jaxopt_lint.finding import Confidence, Finding, Severity
from jaxopt_lint.report.console import count, one_line
from jaxopt_lint.running.ends import CLEAN, FAILED, FINDINGS, CannotDo
from jaxopt_lint.tuning import told as words
from jaxopt_lint.tuning.told import Tuned

if TYPE_CHECKING:
    from jaxopt_lint.cli.groups import Group
    from jaxopt_lint.fixing.results import FixResult
    from jaxopt_lint.observe.losses.table import Table
    from jaxopt_lint.observe.store import Store
    from jaxopt_lint.settings.config import Config
    from jaxopt_lint.tuning.effect import Spent
    from jaxopt_lint.tuning.printed import Printed

_CODE = ("*.py", "*.ipynb")
_TAIL = 12  # lines of a program that failed
_ROUNDING = 1e-2  # how far a printed number may move, relatively, without a word


@click.command(
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    epilog="The program runs three times, and once more if a fix did not help: watched and "
    "recorded, watched for the figures before, watched again. Exit codes: 0 done, also if there "
    "was nothing to do; 1 something was rolled back, or the program failed; 2 could not run.",
)
@click.option("-y", "--yes", is_flag=True, help="Apply what is proven without asking.")
@click.option("--undo", is_flag=True, help="Put the files back that the last tune changed.")
@click.option("--dry-run", is_flag=True, help="Show the proven fixes as a diff, and stop there.")
@click.option(
    "--output-format",
    type=opt.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How the result is printed.",
)
@opt.config_options
@opt.console_options
@click.argument("command", nargs=-1, type=click.UNPROCESSED, metavar="-- COMMAND...")
def tune(
    yes: bool,
    undo: bool,
    dry_run: bool,
    output_format: str,
    command: tuple[str, ...],
    **given: Any,
) -> int:
    """Make a program faster by fixes that are proven on its own run.

    Watches a run, takes what it lost and a codemod can mend, proves each fix on the calls of that
    run, applies what is right, runs the program again, and prints before and after. What did not
    help is rolled back. The files have to be committed in git before.
    """
    output = Output.of(given)
    store = observing.store(given)
    if undo:
        return _undo(store.root, output)
    if not command:
        raise CannotDo("nothing to run: jaxopt-lint tune -- python train.py")
    observing.check_command(command)
    observing.check_recordable()
    if not dry_run:
        _check_committed(store.root)
    config = opt.settings((), given)
    opt.check_selectors(config)
    run = _Tune(list(command), store, _all_of(config), output, given)
    return run.go(ask=not yes, dry=dry_run, as_json=output_format == "json")


def _undo(root: Path, output: Output) -> int:
    from jaxopt_lint.tuning.undo import NothingToUndo, undo

    try:
        done, left = undo(root)
    except (NothingToUndo, OSError) as error:
        raise CannotDo(str(error)) from None
    for path, why in left.items():
        output.warn(f"{path}: left as it is: {why}")
    if done:
        output.note(f"Put back {count(len(done), 'file')}: {', '.join(map(one_line, done))}.")
    return FAILED if left else CLEAN


def _check_committed(root: Path) -> None:
    from jaxopt_lint.changes.git import Git

    git = Git.around(root)
    # What a program writes as it runs, such as its pictures, is nothing that tune changes.
    changed = git.run(
        "status", "--porcelain", "-z", "--untracked-files=no", "--ignore-submodules", "--", *_CODE
    )
    if changed:
        first = changed.split(b"\0")[0].decode(errors="replace")[3:]
        raise CannotDo(
            f"{one_line(first)} has changes that are not committed: commit or stash them, so that "
            "what tune changes stands apart (--dry-run only shows it)"
        )


def _all_of(config: Config) -> Config:
    """The settings under which whatever a run has shown counts, however sure the rule was."""
    verify = replace(config.verify, run_decides=True)
    return replace(config, min_confidence=Confidence.LOW, severity=Severity.INFO, verify=verify)


@dataclass
class _Ran:
    """One run of the program."""

    name: str
    code: int
    printed: str
    said: str  # on standard error
    table: Table
    spent: Spent

    @property
    def results(self) -> str:
        """What runs are compared by: logs, warnings and progress are others with each run."""
        return self.printed if self.printed.strip() else self.said


@dataclass
class _Tune:
    """One tuning, from the first run to the last."""

    command: list[str]
    store: Store
    config: Config
    output: Output
    given: dict[str, Any]
    notes: list[str] = field(default_factory=list)  # what the reader has to know
    noise: Printed | None = None  # what two runs of the same code print differently

    def go(self, *, ask: bool, dry: bool, as_json: bool) -> int:
        """Do it all; returns the exit code."""
        recorded = self._run("watching and recording a run", record=True)
        if recorded.code:
            return self._failed(recorded, "the program fails as it is")
        before = self._run("a second run, for the figures before")
        if before.code:
            return self._failed(before, "the program failed the second time")
        self._steady(recorded, before)
        groups = self._groups()
        costly = self._costly(groups, before.table)
        if fixes := sum(finding.fix is not None for finding in costly.values()):
            self.output.note(f"tune: proving {count(fixes, 'fix')} ...")
        fixed = self._prove(groups, costly)
        told = Tuned(
            self.command, before.table, None, fixed.evidence, self._refused(fixed),
            unfixed=list(costly.values()), notes=self.notes,
        )  # fmt: skip
        if not _applied(fixed):
            return self._tell(told, as_json, CLEAN)
        if dry:
            self._diff(fixed)
            return CLEAN
        if ask and not self._agreed(fixed):
            return CLEAN
        self._write(fixed)
        after = self._run("running it again")
        why = self._broken(before, after)
        if why:
            self._back(why)
            return self._tell(told, as_json, FINDINGS)
        last, kept = self._keep_what_helped(groups, [recorded, before], after, fixed, costly)
        told.after, told.kept = last.table if last else None, frozenset(kept)
        return self._tell(told, as_json, CLEAN if len(kept) == len(_applied(fixed)) else FINDINGS)

    def _tell(self, told: Tuned, as_json: bool, code: int) -> int:
        if as_json:
            self.output.results(words.as_json(told), exact=True)
        else:
            self.output.results(words.text(told))
        return code

    def _agreed(self, fixed: FixResult) -> bool:
        """Whether the user, who is shown the fixes with their evidence, says yes."""
        from jaxopt_lint.report.evidence import headline

        style = self.output.error_style
        applied = _applied(fixed)
        names = {finding.fingerprint for finding in applied}
        for finding, evidence in fixed.evidence:
            if finding.fingerprint in names:
                line = f"{style(words.title(finding), 'bold')}  {headline(evidence, style)}"
                self.output.note(line, level=-1)
        what = f"Apply {count(len(applied), 'fix')} to {count(len(fixed.files), 'file')}?"
        if click.confirm(what, err=True):
            return True
        self.output.note("Nothing was changed.")
        return False

    # -- runs ---------------------------------------------------------------------------

    def _run(self, what: str, *, record: bool = False) -> _Ran:
        from jaxopt_lint.files import leftovers
        from jaxopt_lint.observe.running import Options
        from jaxopt_lint.running.watching import observe
        from jaxopt_lint.tuning.effect import spent

        self.output.note(f"tune: {what} ...")
        with (
            leftovers.folder() as folder,
            (folder / "printed").open("w+b") as printed,
            (folder / "said").open("w+b") as said,
        ):
            before = _processor()
            header, code = observe(
                self.command, self.store.root, Options(record=record), output=printed, errors=said
            )
            worked = _processor() - before
            texts = []
            for stream in (printed, said):
                stream.seek(0)
                texts.append(stream.read().decode(errors="replace"))
        table = observing.read(self.store, header.name)
        return _Ran(header.name, code, texts[0], texts[1], table, spent(table, worked))

    def _failed(self, ran: _Ran, why: str) -> int:
        self._show_end(ran)
        self.output.warn(f"{why} (exit code {ran.code}); nothing was changed")
        return FINDINGS

    def _show_end(self, ran: _Ran) -> None:
        for line in (ran.said.strip() or ran.printed).splitlines()[-_TAIL:]:
            self.output.note(f"  {one_line(line)}", level=-1)

    def _steady(self, one: _Ran, other: _Ran) -> None:
        """Say how far two runs of the same code agree; what they differ in is no fix's doing."""
        from jaxopt_lint.tuning.printed import compare, unlike

        self.noise = compare(one.results, other.results)
        self.notes += unlike(self.noise)

    def _broken(self, before: _Ran, after: _Ran) -> str:
        """Why the program is not the same any longer; empty where it is."""
        from jaxopt_lint.tuning.printed import compare

        if after.code:
            self._show_end(after)
            return f"with the fixes the program ends with exit code {after.code}"
        if self.noise is None or self.noise.longer:
            return ""
        found = compare(before.results, after.results).without(self.noise)
        if found.line:
            return f"with the fixes it prints something else on line {found.line}"
        if found.most > _ROUNDING:
            self.notes.append(
                f"printed numbers moved by up to {found.most:.1%}: each fix alone agrees up to "
                "rounding; see whether the program makes more of it"
            )
        return ""

    # -- fixes --------------------------------------------------------------------------

    def _groups(self) -> list[Group]:
        from jaxopt_lint.settings.discovery import discover

        files = discover((self.store.root,), self.config)
        groups = [
            (_all_of(config), members)
            for config, members in by_configuration(files, self.config, self.given)
        ]
        return Kept(self.store.root, self.output, any_jax=True).informed(groups)

    def _costly(self, groups: Sequence[Group], table: Table) -> dict[str, Finding]:
        """The findings that the run has shown to cost something, by fingerprint."""
        from jaxopt_lint.tuning.effect import losses_of

        result = work.lint(groups, self.output)
        self.output.crashes(result.crashes)
        return {f.fingerprint: f for f in result.findings if losses_of(f, table)}

    def _prove(self, groups: Sequence[Group], wanted: Mapping[str, Finding]) -> FixResult:
        def sees(finding: Finding, _old: str, _new: str) -> Finding | None:
            return finding if finding.fingerprint in wanted else None

        fixed = work.fix(groups, self.output, {}, sees)
        self.output.crashes(fixed.crashes)
        fixed.files = [file for file in fixed.files if not file.error and file.applied]
        return fixed

    def _refused(self, fixed: FixResult) -> dict[str, str]:
        from jaxopt_lint.fixing.proving import why_not_written

        policy = _all_of(self.config).verify
        return {f.fingerprint: why_not_written(one, policy) for f, one in fixed.evidence}

    def _diff(self, fixed: FixResult) -> None:
        from jaxopt_lint.report.diff import unified

        style = self.output.style
        self.output.patch(
            "".join(
                unified(file.source.text, file.new_text, file.source.display, style)
                for file in fixed.files
            )
        )

    def _write(self, fixed: FixResult) -> None:
        from jaxopt_lint.files.errors import SourceError
        from jaxopt_lint.files.writing import write_atomically
        from jaxopt_lint.tuning import undo

        try:
            if not undo.keep(self.store.root, [(f.source, f.new_text) for f in fixed.files]):
                raise CannotDo("the way back cannot be signed: your home folder takes no key")
        except OSError as error:
            raise CannotDo(f"the way back cannot be kept: {error.strerror}") from None
        for file in fixed.files:
            try:
                write_atomically(file.source, file.new_text)
            except SourceError as error:
                self._back(f"{file.source.display}: {error}")
                raise CannotDo(f"{file.source.display}: {error}") from None

    def _back(self, why: str) -> None:
        from jaxopt_lint.tuning.undo import undo

        done, left = undo(self.store.root)
        self.output.warn(f"rolled back: {why}")
        for path, reason in left.items():
            if done or "changed since" not in reason:
                self.output.warn(f"{path}: {reason}")

    def _keep_what_helped(
        self,
        groups: Sequence[Group],
        runs: Sequence[_Ran],
        after: _Ran,
        fixed: FixResult,
        costly: Mapping[str, Finding],
    ) -> tuple[_Ran | None, set[str]]:
        """The last run and what is on the disk then; None where all was rolled back."""
        from jaxopt_lint.tuning.effect import effect, slower

        applied = _applied(fixed)
        limits = [run.spent for run in runs]
        if slower(limits, after.spent):
            after = self._run("running it once more, as it took longer than before")
            why = self._broken(runs[-1], after)
            if why or slower(limits, after.spent):
                self._back(why or "the program is slower with the fixes, twice")
                return None, set()
        made = [effect(finding, runs[-1].table, after.table) for finding in applied]
        helped = {one.finding.fingerprint for one in made if one.helped}
        useless = [one.finding for one in made if not one.helped]
        if not useless:
            return after, helped
        places = ", ".join(f"{one_line(f.path)}:{f.start.row}" for f in useless)
        self._back(f"{count(len(useless), 'fix')} did not help: {places}")
        if not helped:
            return None, set()
        again = self._prove(groups, {k: v for k, v in costly.items() if k in helped})
        self._write(again)
        last = self._run("running it with those that helped")
        why = self._broken(runs[-1], last)
        if why:
            self._back(why)
            return None, set()
        return last, {finding.fingerprint for finding in _applied(again)}


def _processor() -> float:
    """The seconds of the processor that all processes took that have ended under this one."""
    times = os.times()
    return times.children_user + times.children_system


def _applied(fixed: FixResult) -> list[Finding]:
    return [finding for file in fixed.files for finding in file.applied]
