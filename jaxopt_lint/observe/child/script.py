"""Runs a script with probes in it, with no frame of ours below it.

Python has no hook for the script that it is started with. But it runs a file of bytecode just as it
runs a script: so the process, before it has done anything, starts itself anew (`exec`: the same
process for everybody else) with such a file in the place of the script, whose first statement
makes everything look as ever.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib.machinery
import importlib.util
import json
import marshal
import os
import sys
from typing import Any

from . import loading, sites
from .state import here

_VARIABLE = "JAXOPT_LINT_OBSERVE_MAIN"


def started_anew(config: dict[str, Any]) -> dict[str, Any] | None:
    """Have the script that Python is about to run watched.

    The first time, the process is started anew and this does not return, unless there is no script
    of the user's. The second time it returns what `prepare` needs.
    """
    told = os.environ.pop(_VARIABLE, None)
    if told is not None:
        about: dict[str, Any] = json.loads(told)
        if about["pid"] == os.getpid():
            return about
    here.configure(config)
    script = _script()
    if script:
        _exec(script)
    return None


def _script() -> str:
    """The script that Python was started with, as its code objects are to name it, or empty."""
    argv = getattr(sys, "argv", [""])
    options = sys.orig_argv[1 : len(sys.orig_argv) - len(argv) + 1]
    if not argv or not argv[0].endswith(".py") or not os.path.isfile(argv[0]):
        return ""
    if sys.flags.interactive or any(one in ("-c", "-m", "-") for one in options):
        return ""
    return os.path.join(os.getcwd(), argv[0])


def _exec(script: str) -> None:
    with contextlib.suppress(OSError):
        with open(script, "rb") as file:
            source = file.read()
        code = loading.compiled(source, script, main=True)
        if code is None:
            return
        path = os.path.join(here.config["folder"], f"main-{os.getpid()}.pyc")
        with open(path, "wb") as file:
            file.write(importlib.util.MAGIC_NUMBER + b"\0" * 12 + marshal.dumps(code))
        options = sys.orig_argv[1 : len(sys.orig_argv) - len(sys.argv)]
        about = {
            "pid": os.getpid(),
            "pyc": path,
            "script": script,
            "argv": sys.argv,
            "orig_argv": sys.orig_argv,
        }
        os.environ[_VARIABLE] = json.dumps(about)
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        try:
            os.execv(sys.executable, [sys.orig_argv[0], *options, path, *sys.argv[1:]])
        finally:
            del os.environ[_VARIABLE]


def prepare(about: dict[str, Any]) -> None:
    """The process was started anew: have all look as if the script had been run."""
    sys.orig_argv[:] = about["orig_argv"]
    sys.argv[:] = about["argv"]
    script = about["script"]

    def main() -> None:
        delattr(builtins, sites.MAIN)
        with contextlib.suppress(OSError):
            os.unlink(about["pyc"])
        module = sys.modules["__main__"]
        module.__file__ = script
        module.__loader__ = importlib.machinery.SourceFileLoader("__main__", script)
        sys.argv[0] = about["argv"][0]
        if not getattr(sys.flags, "safe_path", False) and not sys.flags.isolated:
            sys.path[0] = os.path.dirname(os.path.realpath(script))
        sys.path_importer_cache.pop(os.path.dirname(about["pyc"]), None)

    setattr(builtins, sites.MAIN, main)
    with contextlib.suppress(OSError):
        with open(script, "rb") as file:
            source = file.read()
        with contextlib.suppress(Exception):
            plain = compile(source, script, "exec", dont_inherit=True)  # with all its warnings
            loading.keep_plain(plain)
        loading.compiled(source, script, main=True)
