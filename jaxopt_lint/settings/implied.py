"""What the releases of libraries bind besides themselves: other libraries, and Python.

Who installs a TensorFlow of 2023 has the NumPy and the `ml-dtypes` of those days, which newer
releases of JAX refuse. What is said here is in the metadata of the wheels, and of Python in their
names; bounds that rule no release of JAX out are left away.

A Flax of 2021 asks for no JAX of its days, and cannot be imported with later ones all the same: its
modules import names that JAX has removed since.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

_T = TypeVar("_T")

# Of every TensorFlow, the first release that is newer, and what it asks for.
_TENSORFLOW: Sequence[tuple[str, tuple[str, ...]]] = (
    ("2.5", ("python<3.9",)), ("2.8", ("python<3.10",)), ("2.12", ("python<3.11",)),
    ("2.13", ("numpy<1.24",)), ("2.14", ("numpy<=1.24.3",)),
    ("2.15.1", ("ml-dtypes<0.3", "numpy<2")), ("2.17", ("ml-dtypes<0.4", "numpy<2")),
    ("2.18", ("ml-dtypes<0.5", "numpy<2")), ("2.18.1", ("ml-dtypes<0.5", "numpy<2.1")),
    ("2.19", ("numpy<2.1",)), ("2.20", ("numpy<2.2",)),
)  # fmt: skip
# Of libraries around JAX, the first release that is newer, and the newest JAX that has all names
# that importing the library reads from it; what no release of JAX has removed yet is not here.
_IMPORTED: Mapping[str, Sequence[tuple[str, str]]] = {
    "chex": (
        ("0.0.3", "0.4.10"), ("0.1.7", "0.4.13"), ("0.1.83", "0.4.23"), ("0.1.84", "0.4.28"),
    ),
    "dm-haiku": (
        ("0.0.2", "0.2.20"), ("0.0.3", "0.2.20"), ("0.0.11", "0.4.23"), ("0.0.14", "0.5.3"),
    ),
    "flax": (
        ("0.2.0", "0.4.28"), ("0.2.1", "0.4.23"), ("0.3.0", "0.3.7"), ("0.4.1", "0.4.23"),
        ("0.6.3", "0.4.13"), ("0.6.5", "0.4.10"), ("0.6.9", "0.4.13"), ("0.7.5", "0.4.23"),
        ("0.8.0", "0.4.28"), ("0.8.3", "0.4.30"),
    ),
    "optax": (("0.1.5", "0.4.13"),),
}  # fmt: skip
# Of libraries around JAX, the releases that ask for one release of JAX alone, and for which.
_PINNED: Mapping[str, Mapping[str, str]] = {
    "numpyro": {
        "0.2.0": "0.1.44", "0.2.1": "0.1.49", "0.2.2": "0.1.53", "0.2.3": "0.1.53",
        "0.2.4": "0.1.57", "0.3.0": "0.1.73", "0.4.0": "0.2.0", "0.4.1": "0.2.3",
        "0.5.0": "0.2.8", "0.6.0": "0.2.10",
    },
}  # fmt: skip
_SERIES = tuple(f"2.{minor}" for minor in range(22))
# The packages that are TensorFlow.
TENSORFLOW = ("tensorflow", "tensorflow-cpu", "tensorflow-gpu", "tensorflow-macos")
_LAST = (0, 1, 99)  # of a series: the patches that a bound is tried with
_REQUIREMENT = re.compile(
    r"\s*(tensorflow(?:[-_](?:cpu|gpu|macos))?)\s*(?:\[[^\]]*\])?\s*([<>=!~][^;#@]*)$",
    re.IGNORECASE,
)
_EXACT = re.compile(
    rf"\s*({'|'.join(_PINNED)})\s*(?:\[[^\]]*\])?\s*(===?\s*\d+\.\d+[\d.*]*)$", re.IGNORECASE
)
_AROUND = re.compile(
    rf"\s*({'|'.join(_IMPORTED)}|dm_haiku)\s*(?:\[[^\]]*\])?\s*([<>=!~][^;#@]*)$", re.IGNORECASE
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


def importable(requirements: Iterable[str]) -> Iterator[str]:
    """The newest JAX with which each library that a list holds to old releases can be imported.

    >>> list(importable(["jax>=0.2.13", "flax==0.3.3", "dm_haiku<0.0.3"]))
    ['0.4.23', '0.2.20']
    >>> list(importable(["flax>=0.3.3", "optax==0.2.4", "chex"]))
    []
    """
    from packaging.version import Version

    for text in requirements:
        match = _AROUND.match(text.partition("#")[0].strip())
        if match is None:
            continue
        rows = _IMPORTED[match[1].lower().replace("_", "-")]
        firsts = [first for first, _ in rows]
        tried = _allowed(match[2], ["0.0.1", *firsts])  # one of each stretch
        found = [_first_above(rows, release) for release in tried]
        if found and None not in found:
            yield max((jax for jax in found if jax is not None), key=Version)


def pinned(requirements: Iterable[str]) -> Iterator[str]:
    """The release of JAX that each library asks for alone which a list holds to one release.

    >>> list(pinned(["numpyro[tpu] == 0.4", "numpy"])), list(pinned(["numpyro==0.2.*"]))
    (['0.2.0'], ['0.1.57'])
    >>> list(pinned(["numpyro>=0.4.0", "numpyro==0.7.0", "jax"]))
    []
    """
    for text in requirements:
        if match := _EXACT.match(text.partition("#")[0].strip()):
            known = _PINNED[match[1].lower()]
            newest = [one for one in _allowed(match[2], [*known]) if one in known][-1:]
            yield from (known[one] for one in newest)


def _first_above(rows: Sequence[tuple[str, _T]], release: str) -> _T | None:
    from packaging.version import Version

    return next((said for first, said in rows if Version(release) < Version(first)), None)


def _newest(bounds: str) -> str | None:
    """The newest TensorFlow that bounds allow; None where they do not hold it off."""
    from packaging.version import Version

    tried = [f"{one}.{patch}" for one in _SERIES for patch in _LAST]
    return max(_allowed(bounds, tried), key=Version, default=None)


def _allowed(bounds: str, tried: Sequence[str]) -> list[str]:
    """Those of some releases, and of the releases that bounds name, that the bounds allow."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet
    from packaging.version import InvalidVersion, Version

    try:
        allowed = SpecifierSet(bounds)
        spelled = [bound.version.removesuffix(".*") for bound in allowed]
        return sorted((one for one in (*tried, *spelled) if allowed.contains(one)), key=Version)
    except (InvalidSpecifier, InvalidVersion):
        return []


def _asked(release: str) -> tuple[str, ...]:
    return _first_above(_TENSORFLOW, release) or ()
