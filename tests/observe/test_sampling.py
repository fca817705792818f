"""Where a thread is, as the sampler sees it."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import traceback
from textwrap import dedent

import pytest

from jaxopt_lint.observe.child.sampling import stack


def test_a_stack_is_that_of_the_frames() -> None:
    begun, end = threading.Event(), threading.Event()

    def waits(depth: int) -> None:
        if depth:
            return waits(depth - 1)
        begun.set()
        end.wait()

    thread = threading.Thread(target=waits, args=(30,))
    thread.start()
    begun.wait()
    try:
        found = stack(thread.ident or 0)
        # Down to the wait itself, where the thread may still be on its way.
        frames = list(traceback.walk_stack(sys._current_frames()[thread.ident or 0]))
    finally:
        end.set()
        thread.join()
    lines = []
    while found is not None:
        lines.append((found.f_code, found.f_lineno))
        found = found.f_back
    expected = [(frame.f_code, line) for frame, line in frames]
    own = [one for one in lines if one[0] is waits.__code__]
    assert len(own) == 31 and own == [one for one in expected if one[0] is waits.__code__]
    assert [code for code, _ in lines][-3:] == [code for code, _ in expected][-3:]


def test_no_thread_has_no_stack() -> None:
    assert stack(0) is None


@pytest.mark.parametrize("collects", [True, False])
def test_garbage_is_collected_as_before(collects: bool) -> None:
    before = gc.isenabled()
    (gc.enable if collects else gc.disable)()
    try:
        assert stack(threading.get_ident()) is not None
        assert stack(0) is None
        assert gc.isenabled() is collects
    finally:
        (gc.enable if before else gc.disable)()


def test_a_collection_lets_no_frame_go_that_is_read() -> None:
    """Where one let other threads run in mid-read, as JAX's callback does, the process ended."""
    program = """
        import gc, sys, threading, time
        from jaxopt_lint.observe.child.sampling import stack

        gc.callbacks.append(lambda phase, info: time.sleep(0.0001))
        gc.set_threshold(50)
        sys.setswitchinterval(1e-6)
        main, ends = threading.get_ident(), threading.Event()

        def deep(n):
            return deep(n - 1) if n else [{}, {}, {}]

        def look():
            while not ends.is_set():
                stack(main)

        looking = threading.Thread(target=look)
        looking.start()
        for depth in range(2_000):
            deep(depth % 450)
        ends.set()
        looking.join()
    """
    command = [sys.executable, "-c", dedent(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
