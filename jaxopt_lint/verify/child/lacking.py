"""Names that a project imports from a module which is installed and has none such, as it is of
another time: they are stood in for as packages are that are not installed.

A module that has not got a name says so when the project's import of it fails. Then the file is
run once more, with a stand-in where Python looks for what a module does not hold.
"""

from __future__ import annotations

import contextlib
import importlib.abc
import importlib.machinery
import os
import re
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any

_SAYS = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
_MOST = 20  # names of one file

Standing = Callable[[str], Any]  # makes a stand-in of that name, or None
May = Callable[[types.FrameType, int, str], bool]


class Importing(importlib.abc.MetaPathFinder):
    """The first one that is asked for a module of the project: its file is run with stand-ins for
    the names that it imports in vain.

    Args:
        project: the folder of the project, with a separator at its end.
        stand_in: makes the stand-in for a name, by its whole name.
        may: whether the line of a frame may have one for a name of some module.
    """

    def __init__(self, project: str, stand_in: Standing, may: May) -> None:
        self._project, self._stand_in, self._may = project, stand_in, may
        self._looking: set[str] = set()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """What the others find, where that lies in the project."""
        apart = path is not None and not any(str(p).startswith(self._project[:-1]) for p in path)
        if apart or fullname in self._looking:
            return None
        self._looking.add(fullname)
        try:
            spec = self._of_others(fullname, path, target)
        finally:
            self._looking.discard(fullname)
        loader: Any = spec.loader if spec is not None else None
        run = getattr(loader, "exec_module", None)
        if spec is None or run is None or not (spec.origin or "").startswith(self._project):
            return None
        loader.exec_module = lambda module: self.run(lambda: run(module))
        return spec

    def be_first(self) -> None:
        """Be asked before those that have come since, which find what is to be run."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        sys.meta_path.insert(0, self)

    def _of_others(self, *asked: Any) -> importlib.machinery.ModuleSpec | None:
        finders: list[Any] = [one for one in sys.meta_path if one is not self]
        found = (one.find_spec(*asked) for one in finders if hasattr(one, "find_spec"))
        return next((spec for spec in found if spec is not None), None)

    def run(self, code: Callable[[], None]) -> None:
        """Run code of the project, from its beginning for each name that it imports in vain."""
        standing: dict[str, Any] = {}
        for _ in range(_MOST):
            with _found(standing):
                try:
                    return code()
                except ImportError as error:
                    name = self._missing(error)
                    one = self._stand_in(name) if name and name not in standing else None
                    if one is None:
                        raise
            standing[name] = one
        return code()

    def _missing(self, error: ImportError) -> str:
        """The whole name of what an import statement of the project asked a module for that is
        there and has it not; "" where it is anything else that failed."""
        said = _SAYS.match(str(error))
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        if said is None or trace is None:
            return ""
        name, module = said.groups()
        if not trace.tb_frame.f_code.co_filename.startswith(self._project):
            return ""
        held = sys.modules.get(module)
        file = os.path.realpath(getattr(held, "__file__", None) or "")
        if held is None or file.startswith(self._project) or _begins(held):
            return ""
        return f"{module}.{name}" if self._may(trace.tb_frame, trace.tb_lineno, module) else ""


def _begins(module: types.ModuleType) -> bool:
    """Whether a module is still being imported, and may get the name yet."""
    return bool(getattr(module.__spec__, "_initializing", False))


@contextlib.contextmanager
def _found(standing: dict[str, Any]) -> Iterator[None]:
    """Have import statements find stand-ins for a while: Python looks for what a module does not
    hold among all that is loaded."""
    added = {name: one for name, one in standing.items() if name not in sys.modules}
    sys.modules.update(added)
    try:
        yield
    finally:
        for name in added:
            sys.modules.pop(name, None)
