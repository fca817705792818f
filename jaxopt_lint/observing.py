"""Watches a part of a long job from inside of it.

    from jaxopt_lint import observing

    with observing.observed():
        train(state, batches, steps=50)

What is kept lies in `.jaxopt-lint` of the project, as of `jaxopt-lint observe`, and is shown by
`jaxopt-lint observe show`.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from jaxopt_lint import __version__
from jaxopt_lint.observe.child import swapping, watching
from jaxopt_lint.observe.running import Options, config_for
from jaxopt_lint.observe.store import Store


@contextlib.contextmanager
def observed(
    root: str | Path = ".",
    *,
    steps: int = 0,
    after: int = 0,
    functions: Sequence[str] = (),
    values: bool = True,
) -> Iterator[str]:
    """Watch what the functions of a project do while the block runs.

    Functions that are called from the block are watched; the lines of the block itself, and of
    functions that have begun before it, are not. One block at a time; in a process that
    `jaxopt-lint observe` watches already a block adds nothing.

    Args:
        root: of the project: what lies below it is watched.
        steps: iterations of the step loop that are written down; 0 for all.
        after: iterations of it that go by before.
        functions: globs of qualified names; none for all.
        values: whether kinds, types and static values are kept.

    Yields:
        the name of the run, or nothing where there is none of its own.

    Raises:
        OSError: the store cannot be written.
    """
    if "_jaxopt_lint_observe" in sys.modules or watching.running():
        yield ""
        return
    store = Store(Path(root).resolve())
    options = Options(steps, after, tuple(functions), values)
    header = store.new(sys.orig_argv, options.plain(), __version__)
    watching.start(config_for(store, header), sys.argv)
    watching.imported()
    swapped = swapping.swap()
    try:
        yield header.name
    finally:
        swapping.restore(swapped)
        watching.stop()
