"""Names and keywords that JAX has removed, put back so that an original which uses them can still
be run.

Only names whose replacement is the very same object under another name are put back, and keywords
that the same function has under another name
(`verify/removed.py`): a rewrite that renames them can then be compared with what the original would
have computed.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
import types
from collections.abc import Mapping
from typing import Any


def put_back(names: Mapping[str, str]) -> list[str]:
    """Restore those of the dotted names that the installed JAX lacks, each as the object that has
    another name now, and those of the keywords; which those were."""
    restored = []
    for dotted, now in names.items():
        if dotted.endswith(")"):
            restored += [dotted] if _put_keyword_back(dotted, now) else []
            continue
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
    """A module, made anew where JAX no longer has it. Importing `jax.config` puts the module in the
    place of JAX's settings in some versions, which have to stay."""
    parent, _, last = name.rpartition(".")
    held = getattr(sys.modules.get(parent), last, None)
    try:
        found = importlib.import_module(name)
        if held is not None and not isinstance(held, types.ModuleType):
            setattr(sys.modules[parent], last, held)
        return found
    except ModuleNotFoundError:
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


def _put_keyword_back(told: str, now: str) -> bool:
    """Have a function take a keyword that it does not know as the one that it knows; whether it
    does so now.

    Args:
        told: `function(keyword)`.
    """
    dotted, _, old = told.rstrip(")").partition("(")
    module_name, _, name = dotted.rpartition(".")
    try:
        module: Any = importlib.import_module(module_name)
        function = getattr(module, name)
        takes = inspect.signature(function).parameters
    except (ImportError, AttributeError, TypeError, ValueError):
        return False
    if old in takes or now not in takes:
        return False
    if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in takes.values()):
        return False

    @functools.wraps(function)
    def renaming(*args: Any, **kwargs: Any) -> Any:
        if old in kwargs and now not in kwargs:
            kwargs[now] = kwargs.pop(old)
        return function(*args, **kwargs)

    setattr(module, name, renaming)
    return True
