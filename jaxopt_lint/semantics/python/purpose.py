"""What a file is for, as far as its path tells."""

from __future__ import annotations

import re

_SIDE_FOLDERS = frozenset({"benchmarks", "benchmark", "tests", "testing", "test"})
_SIDE_NAME = re.compile(r"((test|bench|benchmark)s?_.*|.*_(test|tests|benchmark))\.py")


def is_side_file(display: str) -> bool:
    """Whether a file is a test or a benchmark, where speed and memory are not the point.

    >>> is_side_file("lib/tests/step.py"), is_side_file("lib/step_test.py"), is_side_file("a/b.py")
    (True, True, False)
    """
    *folders, name = display.split("/")
    return bool(_SIDE_FOLDERS.intersection(folders)) or bool(_SIDE_NAME.fullmatch(name))
