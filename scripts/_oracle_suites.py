"""Test suites of released projects: run as they are, and run under `observe`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
import venv
from dataclasses import dataclass, replace
from pathlib import Path
from xml.etree import ElementTree

from _corpus_store import ROOT, CorpusError, cache_dir, fetched, project_dir, projects

SUITES = ROOT / "tests" / "corpus" / "oracle.toml"
Outcomes = dict[str, str]  # of each test, by its name: passed, failed, error or skipped


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests of one pinned project of the corpus.

    Attributes:
        name: of the project in tests/corpus/projects.toml, which says the version.
        requires: what its tests import, as pip understands it.
        tests: files or folders below the project; `arguments`: more for pytest.
        every: of the tests that are collected, only the first and each n-th from there are run.
        parts: of the files, each run by itself: a run keeps 20,000 different events.
    """

    name: str
    requires: tuple[str, ...]
    tests: tuple[str, ...]
    arguments: tuple[str, ...] = ()
    every: int = 1
    parts: int = 1


@dataclass(frozen=True, slots=True)
class Ran:
    """How the tests of a suite ended without and with `observe`, and how long they took."""

    suite: Suite
    folder: Path
    plain: Outcomes
    observed: Outcomes
    seconds: tuple[float, float]

    @property
    def differ(self) -> list[str]:
        """The tests that ended in another way under `observe`."""
        every = sorted({*self.plain, *self.observed})
        return [name for name in every if self.plain.get(name) != self.observed.get(name)]


def suites(names: list[str]) -> list[Suite]:
    """The suites, all of them or those named."""
    with SUITES.open("rb") as file:
        rows = tomllib.load(file)["suite"]
    found = [
        Suite(
            r["name"],
            tuple(r["requires"]),
            tuple(r["tests"]),
            tuple(r.get("arguments", ())),
            r.get("every", 1),
            r.get("parts", 1),
        )
        for r in rows
    ]
    if unknown := sorted(set(names) - {suite.name for suite in found}):
        raise CorpusError(f"no suite of that name: {', '.join(unknown)}")
    return [suite for suite in found if not names or suite.name in names]


def folder_of(suite: Suite) -> Path:
    """Where the copy of a project lies whose tests are run, with what was observed there."""
    return cache_dir() / "oracle" / suite.name


def environment() -> Path:
    """The Python that runs the suites."""
    return cache_dir() / "oracle" / "venv" / "bin" / "python"


def prepare(chosen: list[Suite]) -> None:
    """Make the environment, and install what the suites need."""
    python = environment()
    if not python.exists():
        venv.create(python.parent.parent, with_pip=True)
    with SUITES.open("rb") as file:
        common = tomllib.load(file)["common"]
    wanted = [*common, *(requirement for suite in chosen for requirement in suite.requires)]
    command = [str(python), "-m", "pip", "install", "--quiet", *wanted]
    if subprocess.run(command, check=False).returncode:
        raise CorpusError("the suites' requirements cannot be installed")


def run(suite: Suite, timeout: float) -> Ran:
    """Pass the tests of a suite twice on a fresh copy of its project: as they are, and observed."""
    (project,) = fetched(projects([suite.name]))
    folder = folder_of(suite).with_suffix(".running")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(project_dir(project), folder)
    tool = [sys.executable, "-m", "jaxopt_lint", "observe", "--"]
    plain, first = _passes(suite, folder, [], timeout)
    observed, second = _passes(suite, folder, tool, timeout)
    # What was observed before stays until now.
    shutil.rmtree(folder_of(suite), ignore_errors=True)
    folder.rename(folder_of(suite))
    ran = Ran(suite, folder_of(suite), plain, observed, (first, second))
    keep(ran)
    return ran


def keep(ran: Ran) -> None:
    """Have `last` know of it."""
    kept = {
        "every": ran.suite.every, "plain": ran.plain, "observed": ran.observed,
        "seconds": ran.seconds,
    }  # fmt: skip
    _record(ran.suite).write_text(json.dumps(kept, indent=1))


def last(suite: Suite) -> Ran | None:
    """How a suite ended when it was run last; None where it has not been."""
    try:
        kept = json.loads(_record(suite).read_text())
    except FileNotFoundError:
        return None
    first, second = kept["seconds"]
    suite = replace(suite, every=kept["every"])
    return Ran(suite, folder_of(suite), kept["plain"], kept["observed"], (first, second))


def _record(suite: Suite) -> Path:
    return folder_of(suite).with_suffix(".json")


def _passes(suite: Suite, folder: Path, tool: list[str], timeout: float) -> tuple[Outcomes, float]:
    found: Outcomes = {}
    before = os.times()
    for part in range(suite.parts):
        tests = suite.tests[part :: suite.parts]
        found |= _pass(replace(suite, tests=tests), folder, tool, timeout)
    after = os.times()
    return found, sum(after[2:4]) - sum(before[2:4])


def _pass(suite: Suite, folder: Path, tool: list[str], timeout: float) -> Outcomes:
    report = folder.parent / f"{suite.name}-{'observed' if tool else 'plain'}.xml"
    report.unlink(missing_ok=True)
    command = [
        *tool, str(environment()), "-m", "pytest", "-q", "-p", "no:cacheprovider",
        "-p", "_oracle_every", f"--junitxml={report}", *suite.arguments, *suite.tests,
    ]  # fmt: skip
    path = os.pathsep.join([str(folder), str(folder / "src"), str(Path(__file__).parent)])
    given = {
        **os.environ, "JAX_PLATFORMS": "cpu", "PYTHONPATH": path, "PYTHONHASHSEED": "0",
        "ORACLE_EVERY": str(suite.every),
        # XLA takes most of the time, here for nothing.
        "JAX_DISABLE_MOST_OPTIMIZATIONS": "1",
        "JAX_COMPILATION_CACHE_DIR": str(folder.parent / "compiled"),
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
        "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
    }  # fmt: skip
    try:
        subprocess.run(
            command, cwd=folder, env=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            timeout=timeout, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise CorpusError(f"{suite.name}: stopped after {timeout:.0f} s") from None
    return outcomes(report)


def outcomes(report: Path) -> Outcomes:
    """How each test ended, by a JUnit report.

    Raises:
        CorpusError: pytest wrote none.
    """
    try:
        root = ElementTree.parse(report).getroot()
    except (OSError, ElementTree.ParseError):
        raise CorpusError(f"{report}: pytest wrote no report") from None
    found: Outcomes = {}
    for case in root.iter("testcase"):
        how = [child.tag for child in case if child.tag in ("failure", "error", "skipped")]
        name = f"{case.get('classname')}::{case.get('name')}"
        if how or name not in found:  # subtests have the name of their test
            found[name] = how[0] if how else "passed"
    return found
