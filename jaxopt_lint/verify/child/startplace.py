"""Where a script is started: in its own folder, if that is where the files lie that it names."""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator
from pathlib import Path

_LONGEST = 200  # characters of a text that may be the path of a file


def settle(overlay: Path, file: Path | None) -> None:
    """Have a script find what lies beside it: modules that nothing else has, and files that it
    names, unless these lie where the project's root is.

    Args:
        file: of the module that is imported, or the script that is run.
    """
    if file is None:
        return
    if str(file.parent) not in sys.path and not _takes_the_place(overlay, file):
        sys.path.append(str(file.parent))
    if file.parent != overlay and not (file.parent / "__init__.py").is_file():
        here = _by_files(overlay, file)
        if here is not None:
            os.chdir(here)


def _takes_the_place(overlay: Path, file: Path) -> bool:
    """Whether a module beside a file is called like one of the folders around it, which would not
    be found any more where they have no `__init__.py`."""
    around = file.relative_to(overlay).parts[:-1] if overlay in file.parents else ()
    return any((file.parent / f"{name}.py").is_file() for name in around)


def _by_files(overlay: Path, file: Path) -> Path | None:
    """The folder of a script, if it names files which lie beside it and not in the project's
    root."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return None
    named = list(_paths(tree))
    beside = [one for one in named if _lies(file.parent, one)]
    return file.parent if beside and not any(_lies(overlay, one) for one in named) else None


def _paths(tree: ast.AST) -> Iterator[str]:
    """The texts of code that may be relative paths of files."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if 0 < len(text) < _LONGEST and not os.path.isabs(text) and not text.startswith("."):
                if "." in text or "/" in text:
                    yield text


def _lies(folder: Path, text: str) -> bool:
    try:
        return (folder / text).is_file()
    except (OSError, ValueError):
        return False
