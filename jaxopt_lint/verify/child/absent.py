"""Stand-ins for packages that a project imports and that are not installed here.

Most of what a script imports is for its logging, its data or its plots, and no part of a step that
it compiles. What such a package has can be imported, passed on, called and derived from, and tells
nothing: it is no number, no flag and nothing to loop over. Code that is judged may not use it at
all (`judge`); where it does, it cannot be run here, as before.

The same goes for a package that is installed and whose import fails, as it is of another time than
what is installed with it; for a name that a module which is installed has not (`lacking`); and for
a module that a package of the project imports and nobody has written, as building the project makes
it. No other module of the project is stood in for, and neither is a package whose import the
project is prepared to miss.
"""

from __future__ import annotations

import functools
import importlib.abc
import importlib.machinery
import importlib.metadata
import importlib.util
import os
import re
import sys
import types
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from . import generated, lacking, pytest_alone
from .guarded import lines_guarded

FAILS = "(its import fails: "
_FILES = 20_000
_project = ""  # the folder whose code may be helped out
_judging = False
_running: lacking.Importing | None = None  # what runs files of the project
_names: set[str] = set()  # of packages that were stood in for
_lacking: set[str] = set()  # names that modules which are installed have not
_used: list[str] = []  # what judged code has used of them
_made: set[str] = set()  # modules of the project that a build makes
_FIRST = ("jax", "jaxlib", "numpy", "ml_dtypes", "scipy")  # without which nothing can be judged


class Needed(Exception):
    """Code that is judged needs what is not there: with these arguments it cannot be run here."""


def help_out(overlay: Path) -> None:
    """From now on, stand in for what code below a folder imports in vain."""
    global _project, _running
    _project = os.path.join(overlay, "")
    if not any(isinstance(one, _Finder) for one in sys.meta_path):
        sys.meta_path.append(_Finder())
        sys.meta_path.insert(0, _Broken())
        _running = lacking.Importing(_project, _for_name, _may_lack)
        _running.be_first()


def be_first() -> None:
    """Have files of the project run as before by what finds them otherwise from now on."""
    if _running is not None:
        _running.be_first()


def run(code: Callable[[], None]) -> None:
    """Run code of a file of the project, which may ask for what is not there."""
    if _running is None:
        code()
    else:
        _running.run(code)


def judge() -> None:
    """From now on, what runs is judged: it gets no stand-ins, and may use none."""
    global _judging
    _judging = True


def names() -> list[str]:
    """The packages that were stood in for."""
    return sorted(_names)


def made() -> list[str]:
    """The modules of the project that a build makes, and that were stood in for."""
    return sorted(_made)


def used() -> str:
    """What judged code has used of a stand-in, if anything."""
    return _used[0] if _used else ""


def _for_name(name: str) -> Any:
    """A stand-in for what a module that is installed has not, while nothing is judged."""
    if _judging:
        return None
    _lacking.add(name)
    _names.add(name)
    return Absent(name)


def _may_lack(frame: types.FrameType, line: int, module: str) -> bool:
    """Whether the project is not prepared to miss what one of its statements imports, there or
    where it imports the file of that."""
    if module.partition(".")[0] in sys.stdlib_module_names:
        return False
    places = [(frame.f_code.co_filename, line)]
    around: types.FrameType | None = sys._getframe(1)
    while around is not None:
        places.append((around.f_code.co_filename, around.f_lineno))
        around = around.f_back
    return not any(
        line in lines_guarded(file) for file, line in places if file.startswith(_project)
    )


def _gone(name: str) -> NoReturn:
    package = name.partition(".")[0]
    lacks = [one for one in _lacking if re.match(rf"{re.escape(one)}\b", name)]
    if lacks:
        words = f"no `{lacks[0]}` in what is installed, and `{name}` is used"
        raise ModuleNotFoundError(words, name=name)
    broken = [one for one in _names if FAILS in one and name.startswith(one.partition(" ")[0])]
    if broken:
        raise ModuleNotFoundError(f"{broken[0]}, and `{name}` is used", name=name)
    raise ModuleNotFoundError(f"No module named {package!r}, of which `{name}` is used", name=name)


def _pass_on(name: str) -> None:
    """Raise where something of a stand-in is used by code that is judged."""
    if _judging:
        _used.append(name)
        _gone(name)


def _is_class(name: str) -> bool:
    """Whether a name is one that classes have."""
    return name[:1].isupper() and not name.isupper()


@functools.cache
def _class(name: str) -> type:
    """A class of which nothing is an instance."""
    return type(name.rpartition(".")[2], (), {"__module__": name.rpartition(".")[0]})


class Absent:
    """Anything that a package would have had."""

    _name = ""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        ours = sys._getframe(1).f_code.co_filename.startswith(_project)
        if name.startswith("__") or not ours:  # as those who look at objects ask
            raise AttributeError(name)
        _pass_on(f"{self._name}.{name}")
        return Absent(f"{self._name}.{name}")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        _pass_on(self._name)
        return Absent(f"{self._name}()")

    def __getitem__(self, item: Any) -> Any:
        _pass_on(self._name)
        return Absent(f"{self._name}[]")

    def __or__(self, other: Any) -> Any:  # of types, in annotations
        return Absent(self._name)

    __ror__ = __or__

    def __enter__(self) -> Any:
        _pass_on(self._name)
        return Absent(self._name)

    def __exit__(self, *ended: Any) -> None:
        pass

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        return (type("Derived", (Derived,), {"_absent": self._name}),)

    def __instancecheck__(self, instance: Any) -> bool:
        return False

    def __subclasscheck__(self, kind: Any) -> bool:
        return False

    def __repr__(self) -> str:
        return f"<{self._name}, which is not installed>"

    def _tells(self, *others: Any) -> NoReturn:
        _used.extend([self._name] if _judging else [])
        _gone(self._name)

    __bool__ = __iter__ = __len__ = __contains__ = __index__ = __int__ = __float__ = _tells
    __lt__ = __le__ = __gt__ = __ge__ = _tells
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __matmul__ = _tells
    __truediv__ = __rtruediv__ = __fspath__ = __array__ = __setitem__ = _tells

    def __eq__(self, other: object) -> bool:
        # `typing` asks of all that stands in brackets whether it is one of its own.
        if sys._getframe(1).f_code.co_filename.startswith(_project):
            self._tells()
        return self is other

    def __ne__(self, other: object) -> bool:
        if sys._getframe(1).f_code.co_filename.startswith(_project):
            self._tells()
        return self is not other

    def __hash__(self) -> int:
        return id(self)


class Derived:
    """The base of a class that derives from what is not there."""

    _absent = ""

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        """An object without what the base would have given it, which no judged code may make."""
        _pass_on(cls._absent)
        return super().__new__(cls)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Nothing, whatever the base would have taken."""


class _Module(types.ModuleType):
    """A package that is not there, or a module of one."""

    def __getattr__(self, name: str) -> Any:
        ours = sys._getframe(1).f_code.co_filename.startswith((_project, "<frozen importlib"))
        if not ours and _is_class(name):
            # A library that looks after what is loaded asks whether something is one of these.
            return _class(f"{self.__name__}.{name}")
        if name.startswith("__") or not ours:
            raise AttributeError(name)
        if not _is_class(name):  # to ask whether something is one tells what it would tell there
            _pass_on(f"{self.__name__}.{name}")
        return Absent(f"{self.__name__}.{name}")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        _pass_on(self.__name__)
        return Absent(f"{self.__name__}()")

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        return (type("Derived", (Derived,), {"_absent": self.__name__}),)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """The last one that is asked for a module: nobody else has it."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """A stand-in where the project asks for a package, or for a module of a stand-in."""
        parent, _, _ = fullname.rpartition(".")
        if not parent and _is_asked(fullname, own=True):
            place = generated.package(_project, fullname)
            if place is not None:
                return importlib.util.spec_from_file_location(
                    fullname, place, submodule_search_locations=[os.path.dirname(place)]
                )
        if isinstance(sys.modules.get(parent), _Module):
            wanted = True
        elif parent and _is_of_project(parent):  # which a build may make
            wanted = _is_asked(fullname, own=True) and not generated.is_there(_project, fullname)
        else:  # a package, or a module that the one which is installed has not
            wanted = _is_asked(fullname)
        if _judging or not wanted:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def find_distributions(
        self, context: importlib.metadata.DistributionFinder.Context
    ) -> Iterable[importlib.metadata.Distribution]:
        """The metadata of the project, which only those have who install it."""
        told = generated.metadata(_project, context.name) if context.name else None
        if _judging or told is None:
            return []
        _made.add(f"the metadata of {context.name}")
        return [told]

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        """The stand-in."""
        parent, _, _ = spec.name.rpartition(".")
        if spec.name == pytest_alone.NAME:
            _names.add(pytest_alone.WORDS)
            return pytest_alone.fill(_Module(spec.name))
        if not isinstance(sys.modules.get(parent), _Module):
            (_made if parent and _is_of_project(parent) else _names).add(spec.name)
        told = generated.version(_project, spec.name) if spec.name in _made else None
        return _Module(spec.name) if told is None else told

    def exec_module(self, module: types.ModuleType) -> None:
        """Nothing runs."""


class _Broken(importlib.abc.MetaPathFinder):
    """The first one that is asked: where the import of a package that the project asks for fails,
    a stand-in takes its place."""

    _looking = False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """What the others find, which may fail when it is run."""
        if self._looking or _judging or fullname.partition(".")[0] in _FIRST:
            return None
        if not _is_asked(fullname):
            return None
        self._looking = True
        try:
            spec = importlib.util.find_spec(fullname)
        except (ImportError, ValueError, AttributeError):
            return None
        finally:
            self._looking = False
        loader: Any = spec.loader if spec is not None else None
        run = getattr(loader, "exec_module", None)
        if spec is None or run is None or isinstance(loader, (_Finder, type)):
            return None
        if spec.origin and os.path.realpath(spec.origin).startswith(_project):
            return None

        def exec_module(module: types.ModuleType) -> None:
            try:
                run(module)
            except MemoryError:
                raise
            except Exception as error:
                told = f"{type(error).__name__}: {error}".partition("\n")[0][:120]
                _names.add(f"{fullname} {FAILS}{told})")
                for name in [one for one in sys.modules if one.startswith(f"{fullname}.")]:
                    del sys.modules[name]
                stand_in = _Module(fullname)
                stand_in.__path__ = []  # so that modules of it are asked for
                stand_in.__spec__ = module.__spec__
                sys.modules[fullname] = stand_in

        loader.exec_module = exec_module
        return spec


def _is_asked(name: str, *, own: bool = False) -> bool:
    """Whether an import statement of the project asks for a package, and does not expect that it
    may be missing.

    Args:
        own: whether it may be one of the project.
    """
    frame: types.FrameType | None = sys._getframe(2)
    while frame is not None and "importlib._bootstrap" in frame.f_code.co_filename:
        frame = frame.f_back
    if frame is None or not frame.f_code.co_filename.startswith(_project):
        return False
    first = name.partition(".")[0]
    if first in sys.stdlib_module_names or (not own and first in _own(_project)):
        return False
    return frame.f_lineno not in lines_guarded(frame.f_code.co_filename)


def _is_of_project(name: str) -> bool:
    """Whether a package that is loaded lies in the project, in some part at least."""
    places = [str(one) for one in getattr(sys.modules.get(name), "__path__", ())]
    return not places or any(os.path.join(one, "").startswith(_project) for one in places)


@functools.cache
def _own(project: str) -> set[str]:
    """The names by which modules and folders of the project may be imported: what lies in a package
    is found through that alone."""
    found: set[str] = set()
    for count, (folder, folders, files) in enumerate(os.walk(project)):
        if os.path.join(folder, "") == project or "__init__.py" not in files:
            found |= {*folders, *(name[:-3] for name in files if name.endswith(".py"))}
        if count > _FILES:
            break
    return found
