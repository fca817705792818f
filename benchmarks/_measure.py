"""What benchmarks share: commands that are timed with all that they start, and the corpus."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Sample:
    """One run of one command."""

    wall: float
    cpu: float
    memory: float  # greatest resident MiB of the process or any that it waited for
    exit: int


@dataclass(slots=True)
class Contender:
    """A command that takes part, and the times that it got."""

    name: str
    command: Sequence[str]
    scope: str  # contenders of one scope do the same work and are compared
    lines: int = 0  # how much source it reads, 0 where that means nothing
    before: Callable[[], None] | None = None  # untimed, before every run
    accept: tuple[int, ...] = (0,)  # exit codes of a run that did its job
    absent: str = ""  # why it cannot run here
    limit: float = 900.0
    repeat: int | None = None  # fewer runs than the others get, for slow ones
    cwd: Path | None = None
    env: dict[str, str] = field(default_factory=dict)
    samples: list[Sample] = field(default_factory=list)

    @property
    def wall(self) -> float | None:
        """Least wall seconds."""
        return min((s.wall for s in self.samples), default=None)

    @property
    def cpu(self) -> float | None:
        """Least CPU seconds, user and system, children included."""
        return min((s.cpu for s in self.samples), default=None)

    @property
    def memory(self) -> float | None:
        """Greatest resident MiB of one process, in the run that needed least."""
        return min((s.memory for s in self.samples), default=None)

    def run(self) -> None:
        """Run it once; a run that fails or takes too long makes it absent, with the reason."""
        if self.before:
            self.before()
        sample = timed(self.command, self.limit, self.cwd, self.env)
        if sample is None:
            self.absent = f"stopped after {self.limit:.0f} s"
        elif sample.exit not in self.accept:
            self.absent = f"failed with exit {sample.exit}"
        else:
            self.samples.append(sample)


def timed(
    command: Sequence[str], limit: float, cwd: Path | None = None, env: dict[str, str] | None = None
) -> Sample | None:
    """Run a command with its output thrown away; None where it outlived the limit."""
    started = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=cwd,
        env=os.environ | (env or {}),
        start_new_session=True,
    )
    while True:
        # wait4 gives the child's own account; a shared RUSAGE_CHILDREN would mix contenders.
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        now = time.perf_counter()
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            cpu = usage.ru_utime + usage.ru_stime
            memory = usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
            return Sample(now - started, cpu, memory, process.returncode)
        if now - started > limit:
            os.killpg(process.pid, 9)
            os.wait4(process.pid, 0)
            process.returncode = -9
            return None
        time.sleep(0.0005 if now - started < 1 else 0.01)


def interleaved(contenders: Sequence[Contender], repeat: int, say: Callable[[str], None]) -> None:
    """Run all contenders in turn, `repeat` times over, so that none has the quieter machine."""
    for turn in range(repeat):
        for contender in contenders:
            if contender.absent or turn >= (contender.repeat or repeat):
                continue
            contender.run()
            last = contender.samples[-1] if contender.samples else None
            result = f"{last.wall:.2f} s" if last and not contender.absent else contender.absent
            say(f"run {turn + 1}/{repeat}  {contender.scope:10} {contender.name:36} {result}")


def version(command: Sequence[str]) -> str | None:
    """The last word that `command` prints, or None where the tool is absent."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    words = done.stdout.split()
    return words[-1] if done.returncode == 0 and words else None


def python_files(folders: Iterable[Path]) -> list[Path]:
    """Every Python file under the folders, sorted."""
    return sorted(path for folder in folders for path in folder.rglob("*.py") if path.is_file())


def count_lines(paths: Iterable[Path]) -> int:
    """Physical lines of the files together."""
    return sum(path.read_bytes().count(b"\n") for path in paths)


def machine() -> dict[str, str]:
    """What the numbers were measured on."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        names = [row for row in info.read_text().splitlines() if row.startswith("model name")]
        cpu = names[0].partition(":")[2].strip() if names else cpu
    return {
        "cpu": cpu,
        "cores": str(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else "?"),
        "system": platform.system(),
        "python": platform.python_version(),
        "executable": Path(sys.executable).name,
    }


def corpus_dir() -> Path:
    """Where `scripts/corpus` keeps the projects."""
    chosen = os.environ.get("JAXOPT_LINT_CORPUS")
    return Path(chosen) if chosen else Path.home() / ".cache" / "jaxopt-lint-corpus"


# For what takes long, or for tools that need minutes for what others do in a second.
PROJECTS = ("brax", "evojax", "rlax")


def take_corpus(parser: argparse.ArgumentParser) -> None:
    """Let a command line say which projects are measured."""
    parser.add_argument("--corpus", type=Path, default=corpus_dir())
    parser.add_argument("--project", action="append", help=f"default: {', '.join(PROJECTS)}")


def corpus_folders(chosen: argparse.Namespace) -> list[Path]:
    """The folders of the projects that a command line names; none, and a word about it, where one
    of them is not there."""
    names = chosen.project or PROJECTS
    folders = [p for p in sorted(chosen.corpus.glob("*-*")) if p.name.rpartition("-")[0] in names]
    if len(folders) < len(names):
        print(f"no corpus in {chosen.corpus}: run `scripts/corpus fetch`", file=sys.stderr)
        return []
    return folders
