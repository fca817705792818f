"""Loads the user's modules with probes in them: by import, as `__main__`, and through pytest."""

from __future__ import annotations

import ast
import importlib.machinery
import os
import runpy
import sys
import warnings
from collections.abc import Iterator
from types import CodeType
from typing import Any

from . import marking
from .rewriting import begin_with_main, rewrite
from .sites import Site
from .state import here


def install() -> None:
    """Load the user's modules rewritten from now on."""
    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)
    if not hasattr(runpy, _PATCHED):
        _patch_runpy(runpy)


def uninstall() -> None:
    """Load the user's modules as ever from now on."""
    sys.meta_path.remove(_FINDER)


def compiled(source: bytes, path: str, *, main: bool = False, module: str = "") -> Any:
    """The code of one of the user's files, with probes; or `None` where it is to stay as it is.

    Where calls are recorded, it is also marked for that.

    The compiler's warnings are not repeated: they come with what Python itself compiles.

    Args:
        path: as the code object is to have it.
        main: whether it is to run as a script.
        module: the name that it is imported by; by default that of its place below the root.
    """
    relative = here.relative(path)
    if not relative:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source, path)
            found = _to_record(tree, relative, source, module)
            sites = rewrite(tree, relative, source, here.wanted) if here.watched else {}
            marking.mark(found)
            if main:
                begin_with_main(tree)
            code = compile(tree, path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        if here.log is not None:
            here.log.say("unwatched", text=f"{relative}: {type(error).__name__}")
        return None
    _loaded(path, relative, source, sites)
    return code


def _to_record(tree: ast.Module, relative: str, source: bytes, module: str) -> list[Any]:
    """The definitions of a module whose calls are recorded."""
    if not here.recorded or relative.startswith("../"):
        return []
    if here.config["only"]:
        return marking.marked(tree, _as_asked(relative, module), here.to_record)
    if marking.is_test(relative) or b"jax" not in source:
        return []
    return marking.marked(tree, module or here.module(relative), here.to_record)


def _as_asked(relative: str, module: str) -> str:
    """The name by which a module's functions are asked for: pytest imports a file of tests by its
    own name alone."""
    whole = here.module(relative)
    for name in here.config["only"]:
        asked: str = name.partition(":")[0]
        if f".{whole}".endswith(f".{asked}"):
            return asked
    return module or whole


def _loaded(path: str, relative: str, source: bytes, sites: dict[int, Site]) -> None:
    here.sites.update(sites)
    here.files[path] = relative
    if here.log is not None:
        here.log.file(relative, source)


def keep_plain(code: Any) -> None:
    """Keep the code of a module's functions as Python itself compiles it."""
    for inner in codes_in(code):
        here.plain[inner.co_filename, inner.co_firstlineno, inner.co_qualname] = inner


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """The code of all functions, classes and so on that stand in a piece of code."""
    pending = [code]
    while pending:
        for inner in pending.pop().co_consts:
            if isinstance(inner, CodeType):
                yield inner
                pending.append(inner)


def _of_file(path: str, module: str = "") -> Any:
    """What `compiled` gives for a file, if it is one of the user's and can be read."""
    if not here.relative(path):
        return None
    try:
        with open(path, "rb") as file:
            return compiled(file.read(), path, module=module)
    except OSError:
        return None


class _Finder:
    """Puts the rewriting loader in the place of the usual one, for files of the user's."""

    def __init__(self) -> None:
        self._busy: set[str] = set()

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """The spec that others find, with our loader where it is for one of the user's files."""
        if name in self._busy or name.startswith("_jaxopt_lint"):
            return None
        spec = self._of_others(name, path, target)
        if spec is None or type(spec.loader) is not importlib.machinery.SourceFileLoader:
            return None
        if name == "_pytest.assertion.rewrite" and here.watched:
            spec.loader = _PytestLoader(name, spec.origin)
            return spec
        code = _of_file(spec.origin, name) if spec.origin else None
        if code is None:  # it fails as ever, with no frame of ours
            return None
        spec.loader = Loader(name, spec.origin)
        spec.loader.rewritten = code
        return spec

    def _of_others(self, name: str, path: Any, target: Any) -> Any:
        self._busy.add(name)
        try:
            for finder in sys.meta_path:
                if finder is not self and hasattr(finder, "find_spec"):
                    spec = finder.find_spec(name, path, target)
                    if spec is not None:
                        return spec
        finally:
            self._busy.discard(name)
        return None


class Loader(importlib.machinery.SourceFileLoader):
    """Gives the rewritten code; the module's bytecode file is read and written as ever."""

    rewritten: Any = None

    def get_code(self, fullname: str) -> Any:
        """The code of a module."""
        plain = super().get_code(fullname)
        if self.rewritten is None:
            return plain
        keep_plain(plain)
        return self.rewritten


class _PytestLoader(importlib.machinery.SourceFileLoader):
    """Loads what rewrites the assertions of tests, and has it put probes into them as well."""

    def exec_module(self, module: Any) -> None:
        super().exec_module(module)
        try:
            _patch_pytest(module)
        except Exception as error:
            here.log.say("unwatched", text=f"test files, as pytest is another: {error}")


def _patch_pytest(module: Any) -> None:
    rewrite_test, read, write = module._rewrite_test, module._read_pyc, module._write_pyc
    rewrite_asserts = module.rewrite_asserts
    mine: list[str] = []

    def _rewrite_test(path: Any, config: Any) -> Any:
        if not here.relative(str(path)):
            return rewrite_test(path, config)
        mine.append(str(path))
        try:
            return rewrite_test(path, config)
        finally:
            mine.pop()

    def asserts(tree: Any, source: bytes, *rest: Any, **named: Any) -> None:
        rewrite_asserts(tree, source, *rest, **named)
        if mine:
            path = mine[-1]
            relative = here.relative(path)
            _loaded(path, relative, source, rewrite(tree, relative, source, here.wanted))

    def _read_pyc(source: Any, *rest: Any, **named: Any) -> Any:
        return None if here.relative(str(source)) else read(source, *rest, **named)

    def _write_pyc(state: Any, code: Any, *rest: Any, **named: Any) -> Any:
        return False if here.relative(code.co_filename) else write(state, code, *rest, **named)

    module._rewrite_test, module.rewrite_asserts = _rewrite_test, asserts
    module._read_pyc, module._write_pyc = _read_pyc, _write_pyc


_FINDER = _Finder()
_PATCHED = "_jaxopt_lint_observe"


def _patch_runpy(runpy: Any) -> None:
    """Have `runpy.run_path` load rewritten code too: so `multiprocessing` starts its children."""
    given = runpy._get_code_from_file

    def _get_code_from_file(*arguments: Any) -> Any:
        if here.log is not None:
            code = _of_file(os.fsdecode(arguments[-1]))
            if code is not None:
                plain = given(*arguments)
                return (code, *plain[1:]) if isinstance(plain, tuple) else code
        return given(*arguments)

    runpy._get_code_from_file = _get_code_from_file
    setattr(runpy, _PATCHED, True)
