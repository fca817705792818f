"""Begins and ends the watch of one process, and does its regular work."""

from __future__ import annotations

import _thread
import atexit
import contextlib
import os
import sys
import time
from typing import Any

from . import (
    adapters,
    apart,
    compiling,
    donation,
    linked,
    loading,
    looping,
    moves,
    operators,
    outside,
    placing,
    probes,
    producers,
    sampling,
    steady,
    tally,
    values,
    waits,
)
from .log import Log
from .state import here

_EVERY = 0.02  # seconds between samples
_FLUSH = 0.5  # seconds between writes
_PATIENCE = 2.0  # seconds that a fork waits at most for the thread to end
_state = {"turn": 0, "begun": False, "pid": 0}


def start(config: dict[str, Any], argv: list[str]) -> None:
    """Watch this process from now on.

    Args:
        config: of the run: `root`, `folder`, `contents`, `functions`, `steps`, `after`, `values`.
        argv: as the program sees it.
    """
    here.configure(config)
    if not _state["begun"]:
        atexit.register(_end)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(before=_pause, after_in_parent=_go_on, after_in_child=_forked)
    _state["begun"] = True
    _begin(argv)
    if here.jax is not None:
        _say_jax()
    probes.install()
    loading.install()
    here.on = not config["after"]


def running() -> bool:
    """Whether this process is watched now."""
    return bool(_state["begun"]) and not here.ended


def stop() -> None:
    """Watch this process no more; another start may follow."""
    _end()
    loading.uninstall()
    probes.disarm()
    _forget()


def _forget() -> None:
    """Begin anew with everything that was summed up."""
    for part in (
        tally,
        linked,
        placing,
        steady,
        apart,
        producers,
        waits,
        moves,
        operators,
        outside,
        looping,
        values,
        donation,
        compiling,
        sampling,
    ):
        part.forget()
    probes.forget()


def _begin(argv: list[str]) -> None:
    _state["pid"] = os.getpid()
    here.ended = False
    here.log = Log(
        here.config["folder"],
        here.config["contents"],
        {
            "parent": os.getppid(),
            "argv": list(argv),
            "started": time.time(),
            "python": sys.version.split()[0],
            "executable": sys.executable or "",
        },
    )
    _Thread.main = _thread.get_ident()
    _start_thread()


class _Thread:
    """What runs beside the program; no thread of `threading`, whose list stays as it is."""

    main = 0
    wake: Any = None  # a lock that is held: who releases it ends the thread
    going: Any = None  # a lock that the thread holds while it runs


def _start_thread() -> None:
    if here.ended or _state["pid"] != os.getpid():
        return
    _state["turn"] += 1
    _Thread.wake, _Thread.going = _thread.allocate_lock(), _thread.allocate_lock()
    _Thread.wake.acquire()
    _Thread.going.acquire()
    _thread.start_new_thread(_run, (_state["turn"], _Thread.main, _Thread.wake, _Thread.going))


def _pause() -> None:
    """The process is about to fork: as it may have no other threads, ours ends for that time.

    From 3.12 on Python warns of a fork in a process that the system says has several threads.
    """
    if here.ended or _Thread.wake is None or _state["pid"] != os.getpid():
        return
    before = _threads()
    _state["turn"] += 1
    if _Thread.wake.locked():
        _Thread.wake.release()
    if _Thread.going.acquire(timeout=_PATIENCE):
        until = time.perf_counter() + _PATIENCE
        # Where the program has threads of its own, one less changes nothing.
        while before == 2 and _threads() >= before and time.perf_counter() < until:
            time.sleep(0.0001)  # it has told that it ends, and the system has not noticed yet


def _go_on() -> None:
    """The process has forked; Python looks at its threads only behind this."""
    if sys.version_info >= (3, 12):
        probes.afterwards[:] = [_start_thread]
    else:
        _start_thread()


def _threads() -> int:
    """How many threads the system says this process has; 0 where it does not say."""
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return 0


def _run(turn: int, main: int, wake: Any, going: Any) -> None:
    """Sample the main thread and write down what changed, until the process ends."""
    try:
        _watch_on(turn, main, wake)
    finally:
        going.release()


def _watch_on(turn: int, main: int, wake: Any) -> None:
    clock = time.perf_counter
    flushed = before = clock()
    while _state["turn"] == turn and not here.ended:
        if wake.acquire(timeout=_EVERY):
            return
        now = clock()
        try:
            sampling.sample(main, now - before)
            before = now
            if now - flushed >= _FLUSH:
                flushed = now
                _flush()
        except Exception:
            if sys is None or sys.is_finalizing():
                return


def _flush() -> None:
    imported()
    probes.sweep()
    looping.settle()
    here.log.flush()


def _end() -> None:
    if here.ended or _state["pid"] != os.getpid():
        return
    here.ended = True
    here.on = False
    with contextlib.suppress(Exception):
        looping.settle()
        if outside.left:
            outside.settle()
        probes.opened.clear()
        here.log.end()


def _forked() -> None:
    """The process is a copy of another one, with its own file."""
    if here.ended:
        return
    _forget()
    facts = [fact for fact in here.log.facts() if fact["is"] in ("jax", "file", "unwatched")]
    _begin(sys.argv)
    for fact in facts:
        here.log.say(fact.pop("is"), **fact)
    util = sys.modules.get("multiprocessing.util")
    if util is not None:  # its children leave without `atexit`
        with contextlib.suppress(Exception):
            util.register_after_fork(here, _finish_with_multiprocessing)


def _finish_with_multiprocessing(_: Any) -> None:
    util = sys.modules["multiprocessing.util"]
    util.Finalize(None, _end, exitpriority=-10_000)


def imported() -> None:
    """A module of the user's has imported something: it may have been JAX."""
    if here.jax is not None:
        return
    jax = sys.modules.get("jax")
    if jax is None or not hasattr(jax, "version") or not hasattr(jax, "monitoring"):
        return
    if getattr(getattr(jax, "__spec__", None), "_initializing", False):
        return
    try:
        _watch(jax)
    except Exception as error:
        here.log.say("unwatched", text=f"JAX {jax.__version__}: {type(error).__name__}: {error}")


def _say_jax() -> None:
    version = here.jax.__version__
    jaxlib = sys.modules.get("jaxlib")
    here.log.say("jax", jax=version, jaxlib=getattr(jaxlib, "__version__", ""))
    for missing in here.adapter.missing:
        here.log.say("unwatched", text=f"JAX {version}: {missing}")


def _watch(jax: Any) -> None:
    adapter = adapters.adapter_for(jax)
    here.adapter, here.jax = adapter, jax
    _say_jax()
    here.tracer = adapter.tracer_type()
    here.jitted = adapter.jitted_type()
    here.array = adapter.array_type()
    here.know = probes.know
    probes.know(here.array)
    jax.monitoring.register_event_duration_secs_listener(compiling.duration)
    jax.monitoring.register_event_listener(compiling.happened)
    adapter.watch_fetches(_fetched, probes.fetched)


def _fetched(via: str, array: Any, ready: bool, seconds: float, frame: Any) -> None:
    if not here.on or probes.reading():
        return
    try:
        waits.fetched(via, array, ready, seconds, frame)
    except Exception as error:
        here.failed("fetch", error)
