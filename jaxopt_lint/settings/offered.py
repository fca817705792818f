"""Which files are there for others to install, who may use what the project itself does not."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from jaxopt_lint.settings.jaxversion import upwards
from jaxopt_lint.settings.locks import is_packaged


def offered(path: Path) -> bool:
    """Whether a file lies in a package of a project that others may install."""
    return _offered(path.absolute().parent)


@lru_cache(maxsize=4096)
def _offered(folder: Path) -> bool:
    return (folder / "__init__.py").exists() and any(map(is_packaged, upwards(folder)))
