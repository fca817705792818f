"""Names that JAX has removed, put back so that an original which uses them can still be run.

Only names whose replacement is the very same object under another name are put back
(`verify/removed.py`): a rewrite that renames them can then be compared with what the original would
have computed.
"""

from __future__ import annotations

import importlib
import sys
import types
from collections.abc import Mapping


def put_back(names: Mapping[str, str]) -> list[str]:
    """Restore those of the dotted names that the installed JAX lacks, each as the object that has
    another name now; which those were."""
    restored = []
    for dotted, now in names.items():
        module_name, _, name = dotted.rpartition(".")
        try:
            found = _object(*now.rpartition(".")[::2])
            module = _module(module_name)
            if hasattr(module, name):
                continue
        except (ImportError, AttributeError):
            continue
        setattr(module, name, found)
        if isinstance(found, types.ModuleType):
            sys.modules[dotted] = found
        restored.append(dotted)
    return restored


def _module(name: str) -> types.ModuleType:
    """A module, made anew where JAX no longer has it."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        parent, _, last = name.rpartition(".")
        around = _module(parent)
        made = sys.modules[name] = types.ModuleType(name)
        if not hasattr(around, last):
            setattr(around, last, made)
        return made


def _object(module: str, name: str) -> object:
    found = importlib.import_module(module)
    return (
        getattr(found, name)
        if hasattr(found, name)
        else importlib.import_module(f"{module}.{name}")
    )
