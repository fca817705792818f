"""Installed packages that nobody has compiled yet, as in an environment that was just made: each
job would compile what it imports anew. The first one keeps it for the others, in their home, and
nothing is written where the packages lie.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import site
import sys
from typing import Any

_writes = False


def keep(folder: str) -> None:
    """From now on, keep the bytecode of installed modules in a folder, where there is none."""
    global _writes
    external: Any = importlib.import_module("importlib._bootstrap_external")
    if _writes or not hasattr(external, "cache_from_source"):
        return
    place = external.cache_from_source
    write = external.SourceFileLoader.set_data
    installed = tuple(
        os.path.join(one, "") for one in (sys.prefix, sys.base_prefix, *site.getsitepackages())
    )

    def kept(path: Any, debug_override: Any = None, *, optimization: Any = None) -> str:
        usual: str = place(path, debug_override, optimization=optimization)
        source = os.fspath(path)
        if os.path.exists(usual) or not source.startswith(installed):
            return usual
        return os.path.join(folder, hashlib.sha256(source.encode()).hexdigest()[:32] + ".pyc")

    def set_data(self: Any, path: str, data: Any, *, _mode: int = 0o666) -> None:
        if _writes and path.startswith(os.path.join(folder, "")):
            write(self, path, data, _mode=_mode)

    external.cache_from_source = kept
    external.SourceFileLoader.set_data = set_data
    sys.dont_write_bytecode = False
    _writes = True


def stop() -> None:
    """Write nothing more: what code writes is looked at from now on."""
    global _writes
    _writes = False
    sys.dont_write_bytecode = True
