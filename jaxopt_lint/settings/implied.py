"""What the releases of libraries bind besides themselves: other libraries, and Python.

Who installs a TensorFlow of 2023 has the NumPy and the `ml-dtypes` of those days, which newer
releases of JAX refuse. What is said here is in the metadata of the wheels, and of Python in their
names; bounds that rule no release of JAX out are left away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

# Of every TensorFlow, the first release that is newer, and what it asks for.
_TENSORFLOW: Sequence[tuple[str, tuple[str, ...]]] = (
    ("2.5", ("python<3.9",)), ("2.8", ("python<3.10",)), ("2.12", ("python<3.11",)),
    ("2.13", ("numpy<1.24",)), ("2.14", ("numpy<=1.24.3",)),
    ("2.15.1", ("ml-dtypes<0.3", "numpy<2")), ("2.17", ("ml-dtypes<0.4", "numpy<2")),
    ("2.18", ("ml-dtypes<0.5", "numpy<2")), ("2.18.1", ("ml-dtypes<0.5", "numpy<2.1")),
    ("2.19", ("numpy<2.1",)), ("2.20", ("numpy<2.2",)),
)  # fmt: skip
_SERIES = tuple(f"2.{minor}" for minor in range(22))
# The packages that are TensorFlow.
TENSORFLOW = ("tensorflow", "tensorflow-cpu", "tensorflow-gpu", "tensorflow-macos")
_LAST = (0, 1, 99)  # of a series: the patches that a bound is tried with
_REQUIREMENT = re.compile(
    r"\s*(tensorflow(?:[-_](?:cpu|gpu|macos))?)\s*(?:\[[^\]]*\])?\s*([<>=!~][^;#@]*)$",
    re.IGNORECASE,
)


def implied(requirements: Iterable[str]) -> Iterator[str]:
    """What a list of requirements asks for through a release that it holds some library to.

    >>> list(implied(["jax", "tensorflow==2.15.0"]))
    ['ml-dtypes<0.3', 'numpy<2']
    >>> list(implied(["tensorflow>=2.12", "tensorflow-datasets<5"]))
    []
    """
    for text in requirements:
        # Under a marker, another release may be there.
        match = _REQUIREMENT.match(text.partition("#")[0].strip())
        newest = _newest(match[2]) if match is not None else None
        if newest is not None:
            yield from _asked(newest)


def _newest(bounds: str) -> str | None:
    """The newest TensorFlow that bounds allow; None where they do not hold it off."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet
    from packaging.version import InvalidVersion, Version

    try:
        allowed = SpecifierSet(bounds)
        spelled = [bound.version.removesuffix(".*") for bound in allowed]
        tried = [*(f"{one}.{patch}" for one in _SERIES for patch in _LAST), *spelled]
        found = [release for release in tried if allowed.contains(release)]
        return max(found, key=Version, default=None)
    except (InvalidSpecifier, InvalidVersion):
        return None


def _asked(release: str) -> tuple[str, ...]:
    from packaging.version import Version

    return next((w for first, w in _TENSORFLOW if Version(release) < Version(first)), ())
