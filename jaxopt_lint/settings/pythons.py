"""The Python, or the image, that a project is run with, as its instructions say.

What creates an environment says which Python is used: a command, the image of a Dockerfile and the
system that its packages are of, a file for a version manager. A README that only speaks of a
release says less: the next one may do as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jaxopt_lint.settings.requirements import matching, text_of

# A Python that a command creates an environment of.
_CREATED = re.compile(
    r"(?:conda|mamba)\s+create\b[^\n`|;&]*\bpython==?(3\.\d+)"
    r"|\bpython(3\.\d+)\s+-m\s+(?:venv|virtualenv)\b"
    r"|\bvirtualenv\b[^\n`|;&]*?(?:-p|--python)[ =]\S*?python(3\.\d+)"
    r"|\buv\s+venv\b[^\n`|;&]*?(?:-p|--python)[ =](3\.\d+)"
    r"|\bpyenv\s+(?:install|local|global|virtualenv)\s+(?:-\S+\s+)*(3\.\d+)"
)
_FROM_PYTHON = re.compile(r"^FROM\s+(?:\S+/)?python:(3\.\d+)", re.MULTILINE)
# NVIDIA's images of JAX carry the month whose release is in them: 24.04 has JAX 0.4.26, of 3 April
# 2024 (https://github.com/NVIDIA/JAX-Toolbox/pull/680).
_IMAGE = re.compile(r"^FROM\s+\S*nvidia/jax:(\d\d)\.(\d\d)", re.MULTILINE)
# What `python3` is on a release of Ubuntu (https://packages.ubuntu.com/python3).
_UBUNTU = {"16": "3.5", "18": "3.6", "20": "3.8", "22": "3.10", "24": "3.12"}
_OF_UBUNTU = re.compile(r"^FROM\s+[^\n]*?ubuntu:?-?(\d\d)\.?04", re.MULTILINE)
_FROM_CUDA = re.compile(r"^FROM\s+nvidia/cuda:", re.MULTILINE)
_REPOSITORY = re.compile(r"/ubuntu(\d\d)04/")  # of packages for CUDA
_APT = re.compile(r"\bapt(?:-get)?\s+(?:-\S+\s+)*install\b[^\n&;|]*\bpython3(?:-pip)?(?![.\w-])")
_OTHER = re.compile(
    r"conda|mamba|pyenv|deadsnakes|\buv\b|poetry|python3\.\d|Python-3\.\d|COPY --from|nix\b"
)
_RELEASES = r"v?3\.\d+(?:\.\d+)?(?:(?:\s*[,/]\s*|\s+)(?:(?:and|or|&)\s+)?v?3\.\d+(?:\.\d+)?)*"
_RELEASE = re.compile(r"(?<![\d.])3\.\d+")
_SAID = re.compile(
    r"\b(?:tested|ran?|run|works?|written|developed|built|trained|requires?|needs?|us(?:es?|ing|ed)"
    rf"|under)\b[^\n.]{{0,40}}?\bpython[\s`*-]{{1,3}}(?:version\s+)?({_RELEASES})"
    rf"|\bpython[\s`*-]{{1,3}}(?:version\s+)?(?:is\s+)?({_RELEASES})"
    r"\s+(?:(?:is|are)\s+(?:required|needed|used)|environment)"
    # A row of a list or a table that holds nothing else.
    r"|^[ \t>|*+-]*(?:\d+[.)]\s)?[ \t`*_]*python[ \t`*_]*(?:version)?[ \t`*_]*[:=|]{0,2}[ \t`*_v]*"
    r"(3\.\d+(?:\.(?:\d+|x|\*))?)[ \t`*_.,;|]*$",
    re.IGNORECASE | re.MULTILINE,
)
# That others will do as well.
_OPEN = re.compile(
    r"python\W{0,4}(?:version\W{0,3})?(?:>=?|≥|at least)\s*\W?3"
    r"|3\.\d+(?:\.\d+)?\s*(?:\+|-\s*3\.|(?:and|or|through|to|until)\s+(?:above|later|newer|higher|up"
    r"|greater|3\.\d+\s*\+))",
    re.IGNORECASE,
)
_TOLD = ("README*", "INSTALL*")
_RECIPES = ("Dockerfile*", "*/Dockerfile*")
_MANAGED = {
    ".python-version": re.compile(r"^(?:python-)?(3\.\d+)", re.MULTILINE),
    "runtime.txt": re.compile(r"^python-(3\.\d+)", re.MULTILINE),
}


@dataclass(frozen=True, slots=True)
class Used:
    """What a file says of the environment.

    Attributes:
        file: relative to the folder.
        python: a minor release of Python; "" where it is an image that is spoken of.
        month: of the image, as year and month.
        certain: it creates the environment, and does not only speak of one.
    """

    file: str
    python: str = ""
    month: str = ""
    certain: bool = True


def used(directory: Path) -> Iterator[Used]:
    """What the files of a folder say of the environment, the most certain first."""
    for name, form in _MANAGED.items():
        if found := form.findall(_read(directory / name)):
            yield Used(name, max(found, key=_numbers))
    told = [file for pattern in _TOLD for file in matching(directory, pattern)]
    recipes = [file for pattern in _RECIPES for file in matching(directory, pattern)]
    for file in (*told, *recipes):
        text, name = text_of(file), str(file.relative_to(directory))
        for year, month in _IMAGE.findall(text)[-1:]:
            yield Used(name, month=f"20{year}-{month}")
        if found := created(text):
            yield Used(name, max(found, key=_numbers))
    for file in told:
        if found := spoken_of(text_of(file)):
            yield Used(file.name, max(found, key=_numbers), certain=False)


def created(text: str) -> list[str]:
    """The Pythons that commands, or the image of a Dockerfile, create an environment of.

    >>> created("conda create -n it python=3.8"), created("python3.9 -m venv env")
    (['3.8'], ['3.9'])
    >>> created("FROM ubuntu:20.04\\nRUN apt-get install -y python3 python3-pip")
    ['3.8']
    """
    found = [one for pair in _CREATED.findall(text) for one in pair if one]
    found += _FROM_PYTHON.findall(text)
    systems = _OF_UBUNTU.findall(text)
    if not systems and _FROM_CUDA.search(text):  # whose tag need not say the system
        systems = _REPOSITORY.findall(text)
    if systems and not found and _APT.search(text) and not _OTHER.search(text):
        found += [_UBUNTU[one] for one in systems if one in _UBUNTU]
    return found


def spoken_of(text: str) -> list[str]:
    """The Pythons that a text says its code is used with; none where it says so of later ones.

    >>> spoken_of("Python 3.8.10 is required."), spoken_of("Tested with Python 3.7 on Linux")
    (['3.8'], ['3.7'])
    >>> spoken_of("It needs Python 3.8+."), spoken_of("Tested with Python 3.8 and later")
    ([], [])
    >>> spoken_of("Requirements:\\n- Python : 3.6\\n- jax"), spoken_of("| **Python** | 3.7.x |")
    (['3.6'], ['3.7'])
    """
    if _OPEN.search(text):
        return []
    return [one for said in _SAID.findall(text) for one in _RELEASE.findall("".join(said))]


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8") if file.is_file() else ""
    except (OSError, ValueError):
        return ""


def _numbers(version: str) -> list[int]:
    return [int(number) for number in version.split(".")]
