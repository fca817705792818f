"""Child processes: started clean, with limits and time-outs, and always brought to an end."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from jaxopt_lint.files import leftovers
from jaxopt_lint.verify import told
from jaxopt_lint.verify.budget import BudgetSpent, shorter
from jaxopt_lint.verify.child import family
from jaxopt_lint.verify.copies import Copies
from jaxopt_lint.verify.removed import now
from jaxopt_lint.verify.settings import VerifySettings

CHILD = Path(__file__).with_name("child")
_FOLDERS = [
    ("_jaxopt_lint_child", str(CHILD)),
    ("_jaxopt_lint_observe", str(Path(__file__).parents[1] / "observe" / "child")),
    ("_jaxopt_lint_carried", str(Path(__file__).parents[1] / "observe" / "child" / "carried")),
]
# The child's code is loaded under a name of its own, so that nothing of this tool's
# installation gets onto the import path of the user's code.
_BOOT = """
import importlib.util, sys
for name, folder in {folders!r}:
    spec = importlib.util.spec_from_file_location(
        name, folder + "/__init__.py", submodule_search_locations=[folder])
    package = importlib.util.module_from_spec(spec)
    sys.modules[name] = package
    spec.loader.exec_module(package)
from _jaxopt_lint_child import family, sandbox
family.end_with_parent({parent}, {signal})
if {writable!r} is not None:
    sandbox.enter({writable!r})
from _jaxopt_lint_child import main
{call}
"""
# A command in a sandbox of its own; what it is started with is read as it is.
_CONFINED = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location(
    "child", {folder!r} + "/__init__.py", submodule_search_locations=[{folder!r}])
sys.modules["child"] = importlib.util.module_from_spec(spec)
from child import sandbox
sandbox.run({writable!r}, sys.argv[1:])
"""
KEPT = (
    "PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "VIRTUAL_ENV",
    "CUDA_HOME", "CUDA_PATH", "CUDA_VISIBLE_DEVICES", "TPU_NAME", "TPU_LIBRARY_PATH",
)  # fmt: skip
_START_SECONDS = 60.0
# The same program with less work on its speed: LLVM's passes and XLA's MLIR emitters left out.
_UNOPTIMIZED = (
    "--xla_backend_optimization_level=0",
    "--xla_llvm_disable_expensive_passes=true",
    "--xla_cpu_use_fusion_emitters=false",
)


class NoJax(Exception):
    """The interpreter of the project has no usable jax."""


@dataclass
class Original:
    """What was seen of an original: the jobs that ran it, natively and in float64."""

    jobs: list[dict[str, Any]]
    answers: list[dict[str, Any]]
    nudged: dict[str, str] = field(default_factory=dict)  # records with inputs moved slightly


class Session:
    """A running interpreter with jax imported, and a folder for everything that is written.

    Use it as a context manager, and for as many verifications as there are: a job then costs
    the import of the user's module, not that of jax.
    """

    def __init__(self, settings: VerifySettings) -> None:
        self.settings = settings
        leftovers.sweep_folders()
        self.folder = leftovers.new_folder()
        self.compile_cache = settings.compile_cache or self.folder / "compiled"
        self.compile_cache.mkdir(parents=True, exist_ok=True)
        self._home = self.folder / "home"
        self._home.mkdir()
        (self.folder / "outside").mkdir()  # the temporary files of others, in the sandbox
        self._process: subprocess.Popen[str] | None = None
        self._how = (settings.python, settings.sandbox)  # it was started
        self._count = 0
        self.forks = sys.platform == "linux"
        self.copies = Copies(self.folder)
        self.read: set[str] = set()  # the files that jobs have read
        self.lost = False  # whether there was one since, of which nobody knows what it read
        self.legacy: list[str] = []  # what JAX has removed and the project uses
        self.clock = False  # whether what is run reads a clock, and sees a made up one
        self.tested = False  # whether tests ran since, of which nobody knows what they read
        self.originals: dict[str, Original] = {}
        self.collected: dict[tuple[str, str], Any] = {}  # plans from calls, by root and function
        self.same: dict[Any, dict[str, str] | None] = {}  # what `are_same` has found
        self._probes: dict[tuple[str, int, bool, tuple[str, ...]], dict[str, Any]] = {}
        self._unoptimized: list[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the child and remove what it wrote."""
        self._stop()
        leftovers.remove(self.folder)

    def new_folder(self) -> Path:
        """A fresh folder for the files of one verification."""
        self._count += 1
        folder = self.folder / f"work{self._count}"
        folder.mkdir()
        return folder

    def platform(self) -> str:
        """The platform that "auto" stands for; other names stand for themselves."""
        if self.settings.backend != "auto":
            return self.settings.backend
        # What users say to JAX they need not say again.
        said = os.environ.get("JAX_PLATFORMS", "").split(",")[0].strip()
        found = said or str(self.probe("auto").get("platform", "cpu"))
        return {"gpu": "cuda"}.get(found, found)

    def is_confined(self) -> bool:
        """Whether code cannot write anywhere but into its copies."""
        try:
            return self.probe(self.platform()).get("unconfined") == ""
        except (NoJax, BudgetSpent):
            return False

    def has_temporary(self) -> bool:
        """Whether each job has temporary files of its own, wherever these lie."""
        try:
            return bool(self.probe(self.platform()).get("temporary"))
        except (NoJax, BudgetSpent):
            return False

    def probe(self, platform: str, devices: int = 1) -> dict[str, Any]:
        """What a backend offers; `failed` in it where it does not start."""
        asked = (platform, devices, self._confines(), tuple(self.legacy))
        if asked not in self._probes:
            job = self.job(
                "probe",
                self.new_folder(),
                platform=platform,
                devices=devices,
                legacy={},
                removed={name: now(name) for name in self.legacy},
            )
            self._probes[asked] = self.run([job])[0]
        return self._probes[asked]

    def job(self, kind: str, folder: Path, **more: Any) -> dict[str, Any]:
        """A job with the settings filled in."""
        self._count += 1
        name = f"{kind}{self._count}"
        return {
            "kind": kind,
            "log": str(folder / f"{name}.log"),
            "answer": str(folder / f"{name}.json"),
            "cwd": str(folder),
            "platform": "cpu",
            "devices": 1,
            "memory_mb": self.settings.memory_mb,
            "precision": self.settings.precision,
            "x64": False,
            "clock": self.clock,
            "legacy": {name: now(name) for name in self.legacy},
            "compile_cache": str(self.compile_cache),
            "xla_flags": []
            if self.settings.optimize or "xla_flags" in more
            else self.unoptimized(),
            **more,
        }

    def unoptimized(self) -> list[str]:
        """Flags that turn optimizations off, for what runs once.

        Those are left out that this jaxlib, which ends on a flag that it does not know, has not.
        """
        if self._unoptimized is None:
            together = list(_UNOPTIMIZED)
            self._unoptimized = next(iter(self._known([together])), None)
        if self._unoptimized is None:
            found = self._known([[flag] for flag in _UNOPTIMIZED])
            self._unoptimized = [flag for flags in found for flag in flags]
        return self._unoptimized

    def _known(self, several: list[list[str]]) -> list[list[str]]:
        """Those lists of flags with which a backend starts."""
        folder = self.new_folder()
        answers = self.run([self.job("probe", folder, xla_flags=flags) for flags in several])
        return [
            flags for flags, answer in zip(several, answers, strict=True) if "failed" not in answer
        ]

    def run(
        self, jobs: Sequence[dict[str, Any]], *, together: bool = False
    ) -> list[dict[str, Any]]:
        """The answers of jobs that run side by side; `together` where they wait for each other.

        Raises:
            BudgetSpent: the run's time is over, before the jobs began or while they ran.
        """
        self._seconds()
        limit = self.settings.parallel or os.cpu_count() or 1
        parallel = len(jobs) if together else max(1, limit)
        if self.forks:
            states = self._ask(list(jobs), parallel)
        else:
            states = self._spawn(list(jobs), parallel)
        if "timeout" in states:
            self._seconds()
        return [self._answer(job, state) for job, state in zip(jobs, states, strict=False)]

    def _seconds(self) -> float:
        """The time limit of a job that begins now."""
        return shorter(self.settings.timeout, self.settings.budget)

    def _answer(self, job: Mapping[str, Any], state: str) -> dict[str, Any]:
        if state == "timeout":
            self.lost = True
            detail = told.late(self.settings.timeout, Path(job["log"]))
            return {"failed": "Timeout", "detail": detail}
        path = Path(job["answer"])
        if state == "done" and path.is_file():
            answer: dict[str, Any] = json.loads(path.read_text())
            self.read.update(answer.pop("read", ()))
            return answer
        self.lost = True
        return {"failed": "Crash", "detail": told.died(state, Path(job["log"]))}

    def _ask(self, jobs: list[dict[str, Any]], parallel: int) -> list[str]:
        process = self._started()
        assert process.stdin is not None and process.stdout is not None
        seconds = self._seconds()  # before anything is asked whose answer would be left unread
        budget = self.settings.budget
        request = {
            "jobs": jobs, "timeout": self.settings.timeout, "parallel": parallel,
            "left": None if budget is None else budget.left,
        }  # fmt: skip
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        rounds = -(-len(jobs) // parallel)
        line = _read_line(process, seconds * rounds + _START_SECONDS)
        if line is None:
            self._stop()
            return ["timeout"] * len(jobs)
        states: list[str] = json.loads(line)
        return states

    def _started(self) -> subprocess.Popen[str]:
        how = (self.settings.python, self._confines())
        if self._process is not None and self._process.poll() is None and self._how == how:
            return self._process
        self._stop()
        self._how = how
        self._process = self._launch(f"main.serve({self._writable()!r})", subprocess.PIPE)
        line = _read_line(self._process, _START_SECONDS)
        hello = json.loads(line) if line else {"ready": False, "error": "it does not start"}
        if not hello["ready"]:
            self._stop()
            raise NoJax(f"{self.settings.python}: {hello['error']}")
        return self._process

    def _spawn(self, jobs: list[dict[str, Any]], parallel: int) -> list[str]:
        """One process per job, where forking is not safe."""
        states = []
        for start in range(0, len(jobs), parallel):
            running: list[subprocess.Popen[str]] = []
            try:
                for job in jobs[start : start + parallel]:
                    path = Path(job["answer"]).with_suffix(".job")
                    path.write_text(json.dumps(job))
                    running.append(self._launch(f"main.once({str(path)!r})", subprocess.DEVNULL))
                deadline = time.monotonic() + self._seconds()
                for process in running:
                    try:
                        code = process.wait(max(0.1, deadline - time.monotonic()))
                        states.append("done" if code == 0 else f"crashed ({code})")
                    except subprocess.TimeoutExpired:
                        states.append("timeout")
            finally:
                for process in running:
                    _kill(process)
        for job in jobs:
            if _says_no_jax(Path(job["answer"])):
                raise NoJax(self.settings.python)
        return states

    def _launch(self, call: str, stdin: int) -> subprocess.Popen[str]:
        # The system means the thread that starts a process when it speaks of its parent.
        lasting = threading.current_thread() is threading.main_thread()
        boot = _BOOT.format(
            folders=_FOLDERS, call=call, parent=os.getpid(),
            signal=int(signal.SIGTERM) if lasting else 0,
            writable=self._writable() if self._confines() else None,
        )  # fmt: skip
        try:
            return subprocess.Popen(
                [self.settings.python, "-P", "-B", "-c", boot],
                stdin=stdin,
                stdout=subprocess.PIPE if stdin == subprocess.PIPE else subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                text=True,
                env=self.environment(),
                cwd=self._home,
                start_new_session=True,
            )
        except OSError as error:
            raise NoJax(f"{self.settings.python}: {error.strerror}") from None

    def _confines(self) -> bool:
        """Whether code runs in a sandbox where the system has one. A TPU's driver writes where it
        likes, and speaks to the other hosts."""
        backend = self.settings.backend
        tpu = backend == "tpu" or (backend == "auto" and os.path.exists("/dev/accel0"))
        return self.settings.sandbox and not tpu

    def _writable(self) -> list[str]:
        return [str(self.folder), str(self.compile_cache)]

    def confined(self, command: Sequence[str]) -> list[str]:
        """A command that runs another one in the sandbox, where code is to run in one."""
        if not self._confines():
            return list(command)
        code = _CONFINED.format(folder=str(CHILD), writable=self._writable())
        return [self.settings.python, "-I", "-S", "-B", "-c", code, *command]

    def environment(self) -> dict[str, str]:
        """The variables that child processes get."""
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        home = str(self._home)
        return kept | {
            "HOME": home,
            "USERPROFILE": home,
            "TMPDIR": home,
            "XDG_CACHE_HOME": home,
            "PYTHONHASHSEED": "0",
            "PYTHONWARNINGS": "ignore",
            "OPENBLAS_NUM_THREADS": "1",
            "OMP_NUM_THREADS": "1",
            "XLA_PYTHON_CLIENT_PREALLOCATE": "false",
            "TF_CPP_MIN_LOG_LEVEL": "3",
            "WANDB_MODE": "disabled",  # it would ask for an account
        }

    def _stop(self) -> None:
        if self._process is not None:
            _kill(self._process)
            self._process = None


def _read_line(process: subprocess.Popen[str], seconds: float) -> str | None:
    """The next line that a child writes, or `None` if it takes too long or has ended."""
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], seconds)
    return (process.stdout.readline() or None) if ready else None


def _kill(process: subprocess.Popen[str]) -> None:
    """End a child with everything that it started."""
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()
    family.end(process)
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _says_no_jax(answer: Path) -> bool:
    return answer.is_file() and json.loads(answer.read_text()).get("failed") == "NoJax"
