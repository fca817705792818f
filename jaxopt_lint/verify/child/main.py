"""The child's loop: one process imports jax once, and forks a clean one for every job.

A job is a JSON object; its answer is a JSON file beside its other files. Where the system
cannot fork safely, the parent starts one process per job instead (`once`).
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import importlib
import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from . import absent, bytecode, reading, sandbox, temporary, variables, whereabouts
from .family import adopt_orphans, end_descendants, end_with_parent, processes

LARGEST_FILE = 1 << 30  # bytes
LONGEST_LOG = 64 << 20
_LOOK = 0.95  # of a job's time: what runs then is what it will have been ended in
# On Linux what is written to counts, not the libraries that are mapped: those of PyTorch alone take
# more address space than most functions need memory.
_MEMORY = "RLIMIT_DATA" if sys.platform == "linux" else "RLIMIT_AS"
_server = os.getpid()
_writable: Sequence[str] = ()  # folders, in the sandbox
_context: Any = None  # of MLIR: made once, and used by all programs of a job that need not be fast


def serve(writable: Sequence[str] = ()) -> None:
    """Answer batches of jobs, one line of JSON each, until standard input ends.

    Args:
        writable: the folders that may be written to in the sandbox.
    """
    global _writable
    _writable = writable
    temporary.try_out(writable)
    adopt_orphans()
    signal.signal(signal.SIGTERM, _end)
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    missing = _import_jax()
    if not missing:
        _warm_up()
        _keep_bytecode()
    print(json.dumps({"ready": not missing, "error": missing}), file=answers, flush=True)
    for line in sys.stdin:
        batch = json.loads(line)
        states = _fork_all(batch["jobs"], batch["timeout"], batch["parallel"], batch["left"])
        print(json.dumps(states), file=answers, flush=True)


def _end(number: int, frame: Any) -> None:
    """End with all that jobs have started: whoever asked for the answers is gone."""
    if os.getpid() == _server:
        end_descendants(_server)
    os._exit(128 + number)


def _watch(parent: int) -> None:
    """End with the parent, where the system does not see to that."""
    while os.getppid() == parent:
        time.sleep(0.5)
    _end(signal.SIGTERM, None)


def once(path: str) -> None:
    """Do one job in this very process."""
    threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()
    job = json.loads(Path(path).read_text())
    _keep_bytecode()
    missing = _import_jax()
    if missing:
        _answer(job, {"failed": "NoJax", "detail": missing})
    else:
        _do(job)


def _keep_bytecode() -> None:
    """Compile installed modules once for all jobs of a session."""
    bytecode.keep(os.path.join(os.environ["HOME"], ".bytecode"))


def _import_jax() -> str:
    try:
        import jax
        import jax.numpy
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "" if hasattr(jax, "make_jaxpr") else "not a jax that can be used"


def _warm_up() -> None:
    """Do once what every job would do again. No backend may start: its threads do not fork."""
    from . import calling, cases, compare, observe, target  # noqa: F401

    global _context
    with contextlib.suppress(ImportError):  # jax imports these when it lowers the first program
        importlib.import_module("jaxlib.mlir.dialects.mhlo")
        importlib.import_module("jaxlib.mlir.dialects.builtin")
    with contextlib.suppress(ImportError, AttributeError):
        _context = importlib.import_module("jax._src.interpreters.mlir").make_ir_context()
    target.remember_origins()
    # The collector of a job would walk over, and so copy, all that the fork shares.
    gc.collect()
    gc.freeze()


def _fork_all(
    jobs: list[dict[str, Any]], timeout: float, parallel: int, left: float | None
) -> list[str]:
    """Run every job in a process of its own; "done", "timeout" or "crashed (code)" for each.

    Args:
        timeout: seconds for a job.
        left: seconds for all of them; None for as many as they take.
    """
    parent = os.getppid()
    end = float("inf") if left is None else time.monotonic() + left
    states = [""] * len(jobs)
    waiting = list(range(len(jobs)))
    running: dict[int, tuple[int, float]] = {}
    while waiting or running:
        while waiting and len(running) < parallel:
            index = waiting.pop(0)
            deadline = min(time.monotonic() + timeout, end)
            running[_fork(jobs[index], deadline)] = (index, deadline)
        for pid, (index, deadline) in list(running.items()):
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                code = os.waitstatus_to_exitcode(status)
                states[index] = "done" if code == 0 else f"crashed ({code})"
                del running[pid]
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(pid, signal.SIGKILL)
                _end_orphans(running)
            elif time.monotonic() > deadline or _is_stuck(jobs[index]):
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                states[index] = "timeout"
                del running[pid]
                _end_orphans(running)
        if os.getppid() != parent:
            _end(signal.SIGTERM, None)
        if running:
            time.sleep(0.01)
            _keep_short([jobs[index]["log"] for index, _ in running.values()])
    return states


def _is_stuck(job: dict[str, Any]) -> bool:
    """Whether an observation waits too long for a call that nobody gave: compiled code that does
    not end on it is not reached from inside of the process."""
    return bool(job.get("stuck")) and whereabouts.lasts(job["at"]) > job["stuck"]


def _keep_short(logs: Collection[str]) -> None:
    """Empty the logs that have become long: only their ends are ever read."""
    for log in logs:
        with contextlib.suppress(OSError):
            if os.stat(log).st_size > LONGEST_LOG:
                os.truncate(log, 0)


def _end_orphans(running: Collection[int]) -> None:
    """End what finished jobs have left: no group tells, but they are this process's own now."""
    end_descendants(os.getpid(), running)
    with contextlib.suppress(ChildProcessError):
        for pid in _zombies(running):
            os.waitpid(pid, os.WNOHANG)


def _zombies(running: Collection[int]) -> list[int]:
    mine = os.getpid()
    return [pid for pid, parent, state in processes()
            if parent == mine and state == "Z" and pid not in running]  # fmt: skip


def _fork(job: dict[str, Any], deadline: float) -> int:
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        with contextlib.suppress(PermissionError, ProcessLookupError):
            os.setpgid(pid, pid)
        return pid
    code = 1
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        end_with_parent(_server)
        temporary.make_own(_writable)
        end_with_parent(_server)  # which is forgotten where a process gets other rights
        os.setpgid(0, 0)
        log = os.open(job["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(log, 1)
        os.dup2(log, 2)
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        # What is ended or crashes says first where it was.
        faulthandler.enable(2)
        faulthandler.dump_traceback_later(max(0.1, (deadline - time.monotonic()) * _LOOK), file=2)
        _do(job)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _do(job: dict[str, Any]) -> None:
    """Do a job and write its answer; what the user's code raised is an answer too."""
    mine = os.getpid()
    try:
        _prepare(job)
        if "overlay" in job and job["kind"] != "duel":
            reading.watch()
            answer = _work(job)
            answer["read"] = reading.read(Path(job["overlay"]).resolve())
            answer |= {"absent": absent.names(), "made": absent.made()}
        else:
            answer = _work(job)
    except (Exception, SystemExit) as error:
        traceback.print_exc()
        answer = {"failed": type(error).__name__, "detail": str(error)[:500]}
    if os.getpid() != mine:  # the code has forked, and its copy has come back from it as well
        os._exit(0)
    _answer(job, answer)


def _answer(job: dict[str, Any], answer: dict[str, Any]) -> None:
    Path(job["answer"]).write_text(json.dumps(answer))


def _prepare(job: dict[str, Any]) -> None:
    """Set limits, devices, precision and directories before jax starts a backend."""
    from .legacy import put_back
    from .lib import jax

    os.chdir(job["cwd"])
    platform = job["platform"]
    flags = ["--xla_force_host_platform_device_count=" + str(job["devices"])]
    if platform == "cpu":
        flags += ["--xla_cpu_multi_thread_eigen=false", *job["xla_flags"]]
        _limit(_MEMORY, job["memory_mb"] * 1024 * 1024)
        if job["xla_flags"]:
            _share_context()
    elif platform == "cuda":
        flags.append("--xla_gpu_deterministic_ops=true")
    _limit("RLIMIT_FSIZE", LARGEST_FILE)
    _limit("RLIMIT_CORE", 0)
    os.environ["XLA_FLAGS"] = " ".join(flags)
    if platform != "auto":
        jax.config.update("jax_platforms", platform)
    put_back(job.get("legacy", {}))
    given = job.get("variables", {})
    variables.set_as_in(given, jax)
    jax.config.update("jax_enable_x64", bool(job["x64"]) or variables.are_wide(given))
    if job["precision"]:
        jax.config.update("jax_default_matmul_precision", job["precision"])
    if job["compile_cache"]:
        with contextlib.suppress(AttributeError):  # an older jax has no such options
            jax.config.update("jax_compilation_cache_dir", job["compile_cache"])
            jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.0)
            jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
    if platform == "cpu" and job["devices"] > 1:
        jax.devices()  # before a script says in `XLA_FLAGS` what it wants of a GPU


def _share_context() -> None:
    """Lower all programs in one MLIR context: to make one, and to drop it, takes as long as to
    lower a small program. What a context has seen stays in memory, so this is not for what users
    compile."""
    if _context is not None:
        mlir: Any = importlib.import_module("jax._src.interpreters.mlir")
        mlir.make_ir_context = lambda: _context


def _limit(name: str, most: int) -> None:
    """Set one of the limits that the system holds a process to, where it has it."""
    try:
        import resource
    except ImportError:
        return
    with contextlib.suppress(ValueError, OSError, AttributeError):
        resource.setrlimit(getattr(resource, name), (most, most))


def _work(job: dict[str, Any]) -> dict[str, Any]:
    kind = job["kind"]
    if kind == "inputs":
        from . import cases, target

        built, notes = cases.build(job["plan"], target.load(job))
        cases.save(built, job["cases"])
        return {"cases": [case.name for case in built], "notes": notes}
    if kind == "collect":
        from .collecting import collect

        return collect(job)
    if kind == "synthesise":
        from .synthesis.search import synthesise

        return synthesise(job)
    if kind == "observe":
        from .observe import observe

        return observe(job)
    if kind == "written":
        from .written import written

        return written(job)
    if kind == "compare":
        from .compare import compare

        return compare(job)
    if kind == "duel":
        from .duel import duel

        return duel(job)
    if kind == "alike":
        from .one_object import same_objects

        return same_objects(job["names"], job["removed"], job["uses"])
    if kind == "probe":
        from .legacy import put_back
        from .lib import jax

        found = jax.devices()
        return {
            "platform": found[0].platform,
            "devices": len(found),
            "jax": jax.__version__,
            "kind": found[0].device_kind,
            "unconfined": sandbox.unconfined,
            "temporary": temporary.can_be,
            "removed": put_back(job.get("removed", {})),
        }
    raise ValueError(f"no such job: {kind}")
