"""The first thing that a watched process does."""

from __future__ import annotations

import sys
from typing import Any

from . import script, watching


def boot(config: dict[str, Any]) -> None:
    """Watch this process, unless its Python is too old for that."""
    if sys.version_info < (3, 11):  # noqa: UP036
        return
    about = script.started_anew(config)
    if config["watch"]:
        watching.start(config, sys.argv if about is None else about["argv"])
    if config["record"]:
        from . import recording  # which a program that is watched alone need not load

        recording.start(config)
    if about is not None:
        script.prepare(about)
