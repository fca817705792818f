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
    calls,
    compiling,
    donation,
    linked,
    loading,
    looping,
    operators,
    outside,
    probes,
    producers,
    sampling,
    tally,
    values,
    waits,
)
from .log import Log
from .state import here

_EVERY = 0.02  # seconds between samples
_FLUSH = 0.5  # seconds between writes
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
            os.register_at_fork(after_in_child=_forked)
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
        calls,
        linked,
        producers,
        waits,
        operators,
        outside,
        looping,
        values,
        donation,
        compiling,
        sampling,
    ):
        part.forget()
    probes.opened.clear()


def _begin(argv: list[str]) -> None:
    _state["pid"] = os.getpid()
    here.ended = False
    _state["turn"] += 1
    here.log = Log(
        here.config["folder"],
        here.config["contents"],
        {
            "parent": os.getppid(),
            "argv": list(argv),
            "started": time.time(),
            "python": sys.version.split()[0],
        },
    )
    main = _thread.get_ident()
    # Not a thread of `threading`: the program's own list of threads stays as it is.
    _thread.start_new_thread(_run, (_state["turn"], main))


def _run(turn: int, main: int) -> None:
    """Sample the main thread and write down what changed, until the process ends."""
    sleep, clock = time.sleep, time.perf_counter
    flushed = before = clock()
    while _state["turn"] == turn and not here.ended:
        sleep(_EVERY)
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
    adapter.watch_fetches(_fetched)


def _fetched(via: str, array: Any, ready: bool, seconds: float, frame: Any) -> None:
    if probes.fetched[0] == id(array):
        probes.fetched[0] = 0
        return
    if not here.on or probes.reading():
        return
    try:
        waits.fetched(via, array, ready, seconds, frame)
    except Exception as error:
        here.failed("fetch", error)
