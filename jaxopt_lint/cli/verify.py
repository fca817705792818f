"""`jaxopt-lint verify`: prove rewrites, or any two versions of a function, without writing."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jaxopt_lint.cli import options as opt
from jaxopt_lint.cli import work
from jaxopt_lint.cli.groups import by_configuration
from jaxopt_lint.cli.harness import harness_options, settings_of, with_target
from jaxopt_lint.cli.observed import write
from jaxopt_lint.cli.output import Output
from jaxopt_lint.cli.seen import Kept
from jaxopt_lint.files.notebook import SUFFIX
from jaxopt_lint.files.source import read_source
from jaxopt_lint.finding import Evidence, Finding, Verdict
from jaxopt_lint.report.console import count, one_line
from jaxopt_lint.report.proofs import Proof, page
from jaxopt_lint.report.sources import Sources
from jaxopt_lint.rewriting.edits import apply
from jaxopt_lint.running.ends import CLEAN, FAILED, FINDINGS, CannotDo

if TYPE_CHECKING:
    from jaxopt_lint.settings.config import Config

_FUNCTION = re.compile(r"(?P<file>.+\.py):(?P<name>[^\W\d][\w.]*)")


@click.command(
    epilog="Exit codes: 0 right, 1 refuted, worse, or (with --require-gain) no better, "
    "2 could not be decided (for a pair) or run."
)
@click.argument("paths", nargs=-1, metavar="PATHS | OLD.py:FUNCTION NEW.py:FUNCTION")
@click.option(
    "--args",
    "arguments",
    metavar="SPEC",
    default="",
    help='Arguments of the pair, such as "f32[B,D], i32[B](0,10), key".',
)
@click.option("--dims", metavar="SIZES", default="", help="Sizes, such as B=5,D=3.")
@click.option(
    "--since",
    "revision",
    metavar="REV",
    help="Judge the functions that changed since a revision of git, instead of fixes.",
)
@click.option("--html", metavar="FILE", help="Also write the evidence as a page for a browser.")
@opt.gain_option
@harness_options
@opt.rule_options
@opt.file_options
@click.option("--output-format", type=opt.Choice(["text", "json"]), default="text")
@click.option("-o", "--output-file", metavar="FILE", help="Write the evidence to a file.")
@opt.config_options
@opt.console_options
def verify(
    paths: tuple[str, ...], arguments: str, dims: str, revision: str | None, **given: Any
) -> int:
    """Run the original and the rewrite on real inputs, compare, and print the evidence.

    For paths: of every fix that --fix --verify would try; nothing is written. With --since: of
    what people or other tools changed, function by function. For two functions: of the second
    against the first.
    """
    output = Output.of(given)
    kind = given.pop("output_format")
    for path in paths:
        if path.endswith(SUFFIX) or f"{SUFFIX}:" in path:
            raise CannotDo(f"{path}: notebooks are not verified, as nothing can import them")
    pair = [match for path in paths if (match := _FUNCTION.fullmatch(path))]
    if not pair:
        if arguments or dims:
            raise CannotDo("--args and --dims belong to a pair OLD.py:FUNCTION NEW.py:FUNCTION")
        config = opt.settings(paths, given)
        opt.check_selectors(config)
        if revision is not None:
            return _since(paths or (".",), revision, config, output, given, kind)
        return _fixes(paths or (".",), config, output, given, kind)
    if revision is not None:
        raise CannotDo("--since judges the files under paths, not a pair")
    if len(pair) != 2 or len(paths) != 2:
        raise CannotDo("a pair is OLD.py:FUNCTION NEW.py:FUNCTION")
    for match in pair:
        _check_function(match["file"], match["name"])
    config = opt.settings([match["file"] for match in pair], given)
    settings = settings_of(config, given)
    if arguments or dims:
        settings = with_target(settings, paths[0], arguments, dims)

    from jaxopt_lint.verify.harness import verify_pair

    evidence = verify_pair(paths[0], paths[1], settings)
    if arguments:
        evidence = replace(evidence, inputs="--args")
    output.results(_pair(paths, evidence, output, kind), exact=kind == "json")
    texts = [read_source(Path(match["file"]), match["file"]).text for match in pair]
    _write_page(given, [Proof(" -> ".join(paths), texts[0], texts[1], evidence)])
    if evidence.verdict is Verdict.UNVERIFIED:
        return FAILED
    return CLEAN if _passes(evidence, config) else FINDINGS


def _passes(evidence: Evidence, config: Config) -> bool:
    """Whether a rewrite is not known to be wrong or worse, and as good as it is asked to be."""
    if not evidence.right:
        return evidence.verdict is Verdict.UNVERIFIED
    return not evidence.loses and (evidence.gains or not config.verify.require_gain)


def _write_page(given: Mapping[str, Any], proofs: Sequence[Proof]) -> None:
    if given["html"]:
        write(given["html"], page(proofs))


def _check_function(file: str, name: str) -> None:
    from jaxopt_lint.files.errors import SourceError
    from jaxopt_lint.verify.spec import find_function

    try:
        source = read_source(Path(file), file)
    except SourceError as error:
        raise CannotDo(f"{file}: {error}") from None
    first = name.partition(".")[0]
    if find_function(source.text, name) is None and first not in source.text:
        raise CannotDo(f"{file}: there is no function `{name}`")


def _pair(paths: tuple[str, ...], evidence: Evidence, output: Output, kind: str) -> str:
    from jaxopt_lint.report import as_json

    if kind == "json":
        return as_json.encode({"old": paths[0], "new": paths[1], **as_json.evidence(evidence)})
    return "\n".join(_told(" -> ".join(paths), evidence, output))


def _told(title: str, evidence: Evidence, output: Output) -> list[str]:
    """The evidence on something that is no finding, under its title."""
    from jaxopt_lint.report.evidence import details, headline

    style = output.style
    lines = [f"{style(one_line(title), 'bold')}  {headline(evidence, style)}"]
    return [*lines, *(f"  {line}" for line in details(evidence, style))]


def _since(
    paths: Sequence[str],
    revision: str,
    config: Config,
    output: Output,
    given: dict[str, Any],
    kind: str,
) -> int:
    from jaxopt_lint.changes.git import Git
    from jaxopt_lint.files.errors import SourceError
    from jaxopt_lint.files.source import SourceFile, from_stdin
    from jaxopt_lint.fixing.by_hand import Judged, judge_change
    from jaxopt_lint.report import as_json
    from jaxopt_lint.settings.discovery import discover

    git = Git.around(opt.common_directory(paths))
    base = git.merge_base(git.commit(revision), git.commit("HEAD"))
    changed = set(git.changed(base, ".py"))
    sources: list[SourceFile] = []
    before: dict[Path, SourceFile] = {}
    for file in discover(paths, config):
        if file.path.suffix == SUFFIX:
            continue  # nothing can import it
        place = os.path.relpath(file.path.resolve(), git.top.resolve()).replace(os.sep, "/")
        try:
            sources.append(read_source(file.path, file.display))
            old = git.text(base, place) if place in changed else None
            if old is not None:
                before[file.path] = from_stdin(old, str(file.path), file.display)
        except SourceError as error:
            output.warn(f"{file.display}: {error}")

    def told(one: Judged) -> None:
        if kind == "text":
            output.more(_told(one.title, one.evidence, output))

    with output.progress("Running"):
        judged = judge_change(sources, before, config, settings_of(config, given), told)
    if kind == "json":
        rows = [{"path": j.display, "function": j.name or None, **as_json.evidence(j.evidence)}
                for j in judged]  # fmt: skip
        output.results(as_json.encode(rows), exact=True)
    elif not judged:
        output.more(())
    now = {source.display: source for source in sources}
    proofs = [
        Proof(j.title, before[now[j.display].path].text, now[j.display].text, j.evidence)
        for j in judged
    ]
    _write_page(given, proofs)
    return _tally([j.evidence for j in judged], "changed function", config, output, kind)


def _tally(found: Sequence[Evidence], what: str, config: Config, output: Output, kind: str) -> int:
    """Say how many there are of each verdict; how the run ends."""
    verdicts = [evidence.verdict for evidence in found]
    if kind == "text":
        parts = ", ".join(f"{n} {v.value}" for v in Verdict if (n := verdicts.count(v)))
        output.note(f"Tried {count(len(verdicts), what)}" + (f": {parts}." if parts else "."))
        late = sum(evidence.reason == "NOT_REACHED" for evidence in found)
        if late:
            output.note(f"The budget ended before {late} of them: --budget TIME gives more.")
    return CLEAN if all(_passes(evidence, config) for evidence in found) else FINDINGS


def _fixes(
    paths: tuple[str, ...], config: Config, output: Output, given: dict[str, Any], kind: str
) -> int:
    from jaxopt_lint.report import as_json
    from jaxopt_lint.report.evidence import block
    from jaxopt_lint.settings.discovery import discover

    files = discover(paths, config)
    if not files:
        output.warn("no Python files found under the given paths")
    sources = Sources(config.root)

    def told(finding: Finding) -> None:
        if kind == "text":
            told = sources.told(finding)
            output.more(block(told, sources.shown(finding.path), output.style))

    groups = Kept(config.root, output).informed(by_configuration(files, config, given))
    fixed = work.fix(groups, output, given, told=told)
    judged = [finding for finding, _ in fixed.evidence]
    if kind == "json":
        output.results(as_json.dumps(map(sources.told, judged)), exact=True)
    elif not judged:
        output.more(())
    output.crashes(fixed.crashes)
    _write_page(given, list(_proofs(judged, Sources(config.root))))
    found = [finding.evidence for finding in judged if finding.evidence is not None]
    code = _tally(found, "fix", config, output, kind)
    return FAILED if fixed.crashes else code


def _proofs(judged: Sequence[Finding], sources: Sources) -> Iterator[Proof]:
    for finding in judged:
        text = sources.text(finding.path)
        # What a later round has tried is about a text that was never on the disk.
        rows = text.splitlines()[finding.start.row - 1 : finding.end.row] if text else []
        if text is None or finding.snippet.strip() not in "\n".join(rows):
            continue
        if finding.fix is not None and finding.evidence is not None:
            title = f"{finding.path}:{finding.start.row} {finding.fix.title}"
            yield Proof(title, text, apply(text, finding.fix.edits), finding.evidence)
