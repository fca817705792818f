"""Where a thread is, as the sampler sees it."""

from __future__ import annotations

import sys
import threading
import traceback

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
