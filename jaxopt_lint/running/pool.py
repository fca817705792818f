"""Many files on several processors: processes, since parsing holds the interpreter lock."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, TypeVar

from jaxopt_lint.running.collector import set_quiet

_In = TypeVar("_In")
_Out = TypeVar("_Out")
Run = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]
# Below this many files, starting processes costs more than it saves.
WORTH_IT = 100
_SOCKET_PATH = 100  # bytes of the address of a Unix socket; systems take 103 to 107
_MOST_EACH = 4  # processes for each processor


def serially(function: Callable[[_In], _Out], items: Sequence[_In]) -> Iterator[_Out]:
    """Apply a function to each item, one after the other."""
    return map(function, items)


@contextmanager
def workers(jobs: int, files: int) -> Iterator[Run]:
    """A way to run a function over many items, on several processes where that pays.

    The results come in the order of the items.
    """
    # The number may come with a stranger's project, and each process costs memory.
    jobs = min(jobs, _MOST_EACH * (os.cpu_count() or 1), files)
    if jobs < 2 or files < WORTH_IT:
        yield serially
        return
    method = "spawn" if sys.platform in ("win32", "darwin") or _far_away() else "forkserver"
    context = multiprocessing.get_context(method)
    # The process that cleans up after a pool starts with it, and says so where a run was ended from
    # outside.
    with safe_path(), _variable("PYTHONWARNINGS", "ignore:resource_tracker:UserWarning"):
        executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_end_with_parent)
    with safe_path(), _ended(executor):

        def run(function: Callable[[_In], _Out], items: Sequence[_In]) -> Iterable[_Out]:
            if len(items) < WORTH_IT // 4:
                return serially(function, items)
            # Few, large pieces: the function carries the whole project along with each.
            size = max(1, len(items) // (jobs * 6))
            pieces = [items[i : i + size] for i in range(0, len(items), size)]
            return (result for group in executor.map(_Each(function), pieces) for result in group)

        yield run


def safe_path() -> AbstractContextManager[None]:
    """Keep the working directory off the import path of the processes started here."""
    return _variable("PYTHONSAFEPATH", "1")


@contextmanager
def _variable(name: str, value: str) -> Iterator[None]:
    """Set an environment variable for the processes started here."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _far_away() -> bool:
    """Whether the temporary directory has too long a path for the fork server's socket in it."""
    socket = os.path.join(tempfile.gettempdir(), "pymp-12345678", "listener-12345678")
    return len(os.fsencode(socket)) > _SOCKET_PATH


@contextmanager
def _ended(executor: ProcessPoolExecutor) -> Iterator[None]:
    """Shut down in the end; at once, whatever is being done, if the block is left early."""
    try:
        yield
    except BaseException:
        started = list((getattr(executor, "_processes", None) or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for process in started:
            with suppress(OSError, ValueError):
                process.kill()
        raise
    executor.shutdown()


def _end_with_parent() -> None:
    """Have this process end with the one that started it, however that one ends."""
    set_quiet()
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_for, args=(parent.sentinel,), daemon=True).start()


def _wait_for(sentinel: int) -> None:
    multiprocessing.connection.wait([sentinel])
    os._exit(1)


class _Each:
    """Applies a function to each item of a piece."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function

    def __call__(self, items: Sequence[Any]) -> list[Any]:
        return [self.function(item) for item in items]
