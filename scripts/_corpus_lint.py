"""Running the linter over the corpus, and comparing what it finds with the labels."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from _corpus_store import ROOT, CorpusError, Project, project_dir, python_files

LABELS = ROOT / "tests" / "corpus" / "labels.toml"
VERDICTS = ("true", "false", "unsure")
BROKEN = 2  # the linter's exit code when it could not do its job
LIMIT = 900  # seconds for one project, after which the linter hangs


@dataclass(frozen=True, slots=True, order=True)
class Site:
    """Where a rule fired: the part of a finding that labels are kept for."""

    package: str
    version: str
    path: str
    line: int
    rule: str

    @property
    def file(self) -> tuple[str, str, str]:
        """The file it lies in."""
        return self.package, self.version, self.path

    def __str__(self) -> str:
        return f"{self.package}-{self.version}/{self.path}:{self.line} {self.rule}"


@dataclass(frozen=True, slots=True)
class Report:
    """What one run of the linter over one project gave."""

    project: Project
    findings: list[dict[str, Any]]
    exit: int
    seconds: float
    stderr: str

    @property
    def broken(self) -> bool:
        """Whether some part of the linter crashed or answered nonsense."""
        return self.exit not in (0, 1)

    def site(self, finding: dict[str, Any]) -> Site:
        """The place of one of its findings."""
        line = int((finding.get("location") or {}).get("row", 1))
        path = _relative(str(finding["filename"]), project_dir(self.project))
        name = str(finding.get("name") or finding.get("code"))
        return Site(self.project.name, self.project.version, path, line, name)


def _relative(filename: str, root: Path) -> str:
    """A finding's path from the root of its project, however the linter wrote it."""
    path = Path(filename)
    return path.relative_to(root).as_posix() if path.is_absolute() else path.as_posix()


def linter(*arguments: str) -> list[str]:
    """The command that runs the linter; `-P`, as the project in the folder is no module path."""
    return [sys.executable, "-P", "-m", "jaxopt_lint", "check", *arguments]


def call(cwd: Path, *arguments: str) -> tuple[int, str, str]:
    """Run the linter in a folder; exit code, output, errors. One that hangs counts as broken."""
    try:
        done = subprocess.run(
            linter(*arguments), cwd=cwd, capture_output=True, text=True, check=False, timeout=LIMIT
        )
    except subprocess.TimeoutExpired:
        return BROKEN, "", f"stopped after {LIMIT} s"
    if "No module named jaxopt_lint" in done.stderr:
        # Python exits with 1 for that, as the linter does for findings.
        return BROKEN, "", "error: jaxopt-lint is not installed beside this interpreter"
    return done.returncode, done.stdout, done.stderr


def run(project: Project, extra: list[str]) -> Report:
    """Lint one project from its root with the default rules, plus the flags in `extra`."""
    started = time.perf_counter()
    code, out, err = call(project_dir(project), ".", "--output-format", "json", *extra)
    seconds = time.perf_counter() - started
    try:
        findings = json.loads(out or "[]")
    except json.JSONDecodeError as error:
        return Report(project, [], BROKEN, seconds, f"no JSON: {error}\n{err}")
    return Report(project, findings, code, seconds, err)


def run_all(chosen: list[Project], extra: list[str]) -> list[Report]:
    """Lint several projects, with a line of progress for each."""
    reports = []
    for project in chosen:
        report = run(project, extra)
        reports.append(report)
        state = "CRASH " if report.broken else ""
        print(
            f"{project.slug:34} {len(report.findings):6} findings {report.seconds:7.1f} s {state}",
            file=sys.stderr,
            flush=True,
        )
    return reports


def save(reports: list[Report], path: Path) -> None:
    """Write everything that was found, with exit codes and error output, as JSON."""
    rows = []
    for report in reports:
        row = asdict(report)
        for finding in row["findings"]:
            finding["filename"] = report.site(finding).path
        rows.append(row)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"reports": rows}, indent=1) + "\n", encoding="utf-8")


def summary(reports: list[Report]) -> str:
    """Counts by rule over all projects, most frequent first, then what went wrong."""
    counts: Counter[str] = Counter()
    spread: defaultdict[str, set[str]] = defaultdict(set)
    for report in reports:
        for finding in report.findings:
            key = f"{finding.get('code') or '-':8} {finding.get('name') or ''}"
            counts[key] += 1
            spread[key].add(report.project.name)
    lines = [f"{n:7}  {len(spread[key]):3} projects  {key}" for key, n in counts.most_common()]
    lines.append(f"{counts.total():7}  in {len(reports)} projects")
    lines += ["", *rates(reports)]
    for report in reports:
        if report.broken:
            last = (report.stderr.strip().splitlines() or ["(no output)"])[-1]
            lines.append(f"exit {report.exit}: {report.project.slug}: {last}")
    return "\n".join(lines)


def rates(reports: list[Report]) -> list[str]:
    """Findings for each 1,000 lines of files that mention jax: by project, then by rule."""
    sizes = {report.project.slug: jax_lines(project_dir(report.project)) for report in reports}
    by_severity = ("error", "warning", "info")
    out = [f"{'findings per 1,000 lines':34} {'lines':>9} {'all':>7}  error warning   info"]
    for report in reports:
        size = sizes[report.project.slug]
        counts = Counter(str(finding.get("severity")) for finding in report.findings)
        shares = [1000 * counts[name] / size if size else 0.0 for name in by_severity]
        row = "  ".join(f"{share:5.2f}" for share in shares)
        out.append(f"{report.project.slug:34} {size:9,} {sum(shares):7.2f}  {row}")
    total = sum(sizes.values())
    rules: Counter[str] = Counter()
    for report in reports:
        rules.update(f"{f.get('code')} {f.get('name')}" for f in report.findings)
    out.append(f"{'all projects':34} {total:9,} {_share(rules.total(), total):7.2f}")
    out += ["", f"{'findings per 1,000 lines, by rule':44} {'found':>6} {'rate':>8}"]
    for name, count in sorted(rules.items()):
        out.append(f"{name:44} {count:6,} {_share(count, total):8.4f}")
    return out


def _share(count: int, lines: int) -> float:
    return 1000 * count / lines if lines else 0.0


def jax_lines(folder: Path) -> int:
    """The lines of those Python files of a project that mention jax."""
    texts = (path.read_bytes() for path in python_files(folder))
    return sum(text.count(b"\n") for text in texts if b"jax" in text)


def _toml(table: str, rows: Iterable[dict[str, Any]], head: str) -> str:
    """An array of tables; JSON's strings and integers are TOML's as well."""
    blocks = [head.rstrip("\n")]
    for row in rows:
        body = "\n".join(f"{k} = {json.dumps(v, ensure_ascii=False)}" for k, v in row.items())
        blocks.append(f"[[{table}]]\n{body}")
    return "\n\n".join(blocks) + "\n"


def sheet(reports: list[Report], count: int, seed: int, known: Iterable[Site] = ()) -> str:
    """A random sample of findings, as a form to fill in; those in `known` are left out.

    Only a sample of all findings says something about all of them, and is marked as one.
    """
    skip = set(known)
    everything = {} if skip else {"sample": True}
    population = []
    for report in reports:
        for finding in report.findings:
            site = report.site(finding)
            if site not in skip:
                population.append((site, finding))
    population.sort(key=lambda pair: (pair[0], json.dumps(pair[1], sort_keys=True)))
    picked = random.Random(seed).sample(population, min(count, len(population)))
    rows = [
        {
            **asdict(site),
            "code": finding.get("code") or "",
            "message": finding.get("message") or "",
            "refused": finding.get("refused") or "",
            "verdict": "",
            **everything,
        }
        for site, finding in sorted(picked, key=lambda pair: pair[0])
    ]
    head = (
        f"# {len(rows)} of {len(population)} findings, seed {seed}.\n"
        f"# Set each verdict to one of: {', '.join(VERDICTS)}."
    )
    return _toml("finding", rows, head)


def labels(path: Path = LABELS) -> dict[Site, str]:
    """The labelled sites and their verdicts; none where there is no file yet."""
    if not path.exists():
        return {}
    with path.open("rb") as file:
        rows = tomllib.load(file).get("label", [])
    return {_site(row): _verdict(row) for row in rows}


def sampled(path: Path = LABELS) -> set[Site]:
    """The labelled sites that were drawn at random, so that their precision is an estimate."""
    if not path.exists():
        return set()
    with path.open("rb") as file:
        rows = tomllib.load(file).get("label", [])
    return {_site(row) for row in rows if row.get("sample") is True}


def _site(row: dict[str, Any]) -> Site:
    return Site(row["package"], row["version"], row["path"], row["line"], row["rule"])


def _verdict(row: dict[str, Any]) -> str:
    verdict = str(row["verdict"])
    if verdict not in VERDICTS:
        raise CorpusError(f"{_site(row)}: verdict {verdict!r} is none of {', '.join(VERDICTS)}")
    return verdict


def adopt(sheet_path: Path, path: Path = LABELS) -> int:
    """Add the verdicts of a filled-in sheet to the labels; returns how many there were.

    A new random sample takes the place of the one before it, whose verdicts stay as labels.
    """
    with sheet_path.open("rb") as file:
        rows = [row for row in tomllib.load(file).get("finding", []) if row["verdict"]]
    merged = labels(path) | {_site(row): _verdict(row) for row in rows}
    drawn = {_site(row) for row in rows if row.get("sample") is True} or sampled(path)
    head = (
        "# What a reader of the code said about findings of the linter: places and verdicts only.\n"
        "# `scripts/corpus check` compares them with what the linter finds now."
    )
    ordered = (
        {**asdict(site), "verdict": merged[site]} | ({"sample": True} if site in drawn else {})
        for site in sorted(merged)
    )
    path.write_text(_toml("label", ordered, head), encoding="utf-8")
    return len(rows)


@dataclass(slots=True)
class Tally:
    """How one rule, or all of them, did against the labels."""

    true: int = 0
    false: int = 0
    unsure: int = 0
    lost: int = 0  # labelled true, no longer reported
    gone: int = 0  # labelled false, no longer reported

    @property
    def precision(self) -> float | None:
        """Of the reported sites with a clear verdict, the share that is right."""
        decided = self.true + self.false
        return self.true / decided if decided else None

    @property
    def kept(self) -> float | None:
        """Of the sites labelled true, the share that is still reported."""
        known = self.true + self.lost
        return self.true / known if known else None


@dataclass(slots=True)
class Comparison:
    """The labels against a new run."""

    rules: dict[str, Tally] = field(default_factory=dict)
    lost: list[Site] = field(default_factory=list)
    wrong: list[Site] = field(default_factory=list)
    new: list[Site] = field(default_factory=list)  # unlabelled, in a file that has labels

    @property
    def total(self) -> Tally:
        """All rules together."""
        out = Tally()
        for tally in self.rules.values():
            for name in ("true", "false", "unsure", "lost", "gone"):
                setattr(out, name, getattr(out, name) + getattr(tally, name))
        return out


def compare(found: set[Site], known: dict[Site, str]) -> Comparison:
    """Precision by rule, true findings that were lost, and findings nobody has judged."""
    out = Comparison()
    for site, verdict in sorted(known.items()):
        tally = out.rules.setdefault(site.rule, Tally())
        reported = site in found
        if verdict == "unsure":
            tally.unsure += reported
        elif verdict == "true":
            tally.true += reported
            tally.lost += not reported
            if not reported:
                out.lost.append(site)
        else:
            tally.false += reported
            tally.gone += not reported
            if reported:
                out.wrong.append(site)
    files = {site.file for site in known}
    out.new = sorted(site for site in found - known.keys() if site.file in files)
    return out


def estimate(found: set[Site], known: dict[Site, str], drawn: set[Site]) -> str:
    """One line on the labels that were drawn at random; empty without any."""
    total = compare(found, {site: v for site, v in known.items() if site in drawn}).total
    if total.precision is None:
        return ""
    return (
        f"random sample: precision {total.precision:.2f} "
        f"({total.true} true, {total.false} false, {total.unsure} unsure still reported)"
    )


def table(result: Comparison) -> str:
    """The comparison for people."""
    lines = [f"{'rule':44} {'prec.':>6} {'kept':>6}  true false unsure lost gone"]
    for name, tally in [*sorted(result.rules.items()), ("all", result.total)]:
        precision, kept = (
            "-" if share is None else f"{share:.2f}" for share in (tally.precision, tally.kept)
        )
        lines.append(
            f"{name:44} {precision:>6} {kept:>6} {tally.true:5} {tally.false:5} "
            f"{tally.unsure:6} {tally.lost:4} {tally.gone:4}"
        )
    for title, sites in (("lost", result.lost), ("new, unlabelled", result.new)):
        lines += [f"{title}: {site}" for site in sites]
    return "\n".join(lines)
