"""Runs `python script.py ...` or `python -m module ...` with the script's functions recorded.

An import hook never sees the script itself, which is where a training program keeps its step.
"""

import importlib.util
import os
import sys
import types


def main() -> None:
    instrument = sys.modules["_jaxopt_lint_child.instrument"]
    arguments = sys.argv[1:]
    if arguments[0] == "-m":
        sys.path[0] = os.getcwd()
        spec = importlib.util.find_spec(arguments[1])
        if spec is not None and spec.submodule_search_locations is not None:
            spec = importlib.util.find_spec(arguments[1] + ".__main__")
        if spec is None or spec.origin is None:
            raise SystemExit(f"{sys.executable}: No module named {arguments[1]}")
        path, rest = spec.origin, arguments[2:]
    else:
        spec = None
        path, rest = arguments[0], arguments[1:]
        sys.path[0] = os.path.dirname(os.path.abspath(path))
    with open(path, "rb") as file:
        source = file.read()
    sys.argv = [path, *rest]
    module = types.ModuleType("__main__")
    module.__file__ = path
    module.__spec__ = None
    module.__package__ = spec.parent if spec is not None else None
    sys.modules["__main__"] = module
    exec(instrument.compile_main(source, path), module.__dict__)


main()
