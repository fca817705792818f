"""What a project says of its environment outside of its metadata, the most binding first.

Read are requirement files in folders that hold no Python (`setup/requirements-gpu.txt`), the
`pip install` and other commands of READMEs, INSTALL files, Dockerfiles and shell scripts, conda's
environments under other names, and releases that modules assert when they are imported
(`assert numpyro.__version__.startswith("0.2.4")`). It counts only where no project file bounds JAX.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from jaxopt_lint.settings.requirements import (
    PACKAGING,
    ROOT_MARKS,
    TELLING,
    Place,
    alternatives,
    conda,
    listed,
    matching,
    places,
    text_of,
)

# A folder is asked for instructions only where one of these says that a project begins there.
_PROJECT = (*ROOT_MARKS, *PACKAGING, *TELLING)
_TOLD = (
    "README*",
    "INSTALL*",
    "Dockerfile*",
    "*/Dockerfile*",
    "*.[Dd]ockerfile",
    "*/*.[Dd]ockerfile",
    "Makefile",
    "*.sh",
    "*/*.sh",
    "*.def",
)
_COMMAND = re.compile(
    r"\b(?:(?:pip3?(?:\.\d+)?|uv|conda|mamba|micromamba|poetry|pixi|pipenv|pdm)\s+(?:pip\s+)?"
    r"(?:install|add|create))\b(?P<arguments>[^\n`|;&]*)"
)
# A release beside the name, where nothing says that later ones do as well.
_NAMED = re.compile(
    r"\bjax(?:lib)?\b(?:\[\w+\])?[\s`*|:=\"'(-]{1,8}(?:version)?[\s`*|:=-]{0,4}"
    r"v?(0\.\d+\.\d+)(?![\d.]*\s*(?:\+|or\s|and\s+(?:above|later|newer|up)))",
    re.IGNORECASE,
)
_ASSERTED = re.compile(
    r"^[ \t]*assert\s+(\w+)\.__version__(?:\s*==\s*|\.startswith\(\s*)[\"'](\d+\.\d+\.\d+)",
    re.MULTILINE,
)
_ENVIRONMENTS = tuple(
    f"*{word}*.{end}" for word in ("env", "conda", "requirement") for end in ("yml", "yaml")
)
# A list of requirements that a script writes into a file: `cat > requirements.txt << EOF`.
_WRITTEN = re.compile(r"<<-?\s*[\"']?(\w+)[\"']?\s*\n(.*?)\n\s*\1\b", re.DOTALL)
_BOUND = re.compile(
    r"jax(?:lib)?(?:\[[^\]]*\])?\s*(?:[=<>~!]=?=?\s*[\d.*+\w]+,?\s*)+", re.IGNORECASE
)


def instructions(directory: Path) -> Iterator[Place]:
    """Where a folder says what is installed, apart from the metadata of the project."""
    if any(matching(directory, mark) for mark in _PROJECT):
        yield from _told(directory)
    yield from asserting(directory)


def _told(directory: Path) -> Iterator[Place]:
    """What the folder that a project begins in tells people and machines to install."""
    folders = [f for f in matching(directory, "[!.]*/") if not matching(f, "*.py")]
    nested = [
        (f"{folder.name}/{file.name}", list(listed(file)))
        for folder in folders
        for file in matching(folder, "*.txt")
        if "requirements" in file.name or folder.name == "requirements"
    ]
    yield from alternatives(nested, "")
    for file in matching(directory, "*.txt"):
        if "conda create --name" in text_of(file):  # what `conda list --export` begins with
            yield file.name, [list(listed(file))]
    for pattern in _TOLD:
        given = [(str(f.relative_to(directory)), _of_jax(commands(text_of(f))))
                 for f in matching(directory, pattern)]  # fmt: skip
        several = [(name, [one]) for name, lists in given for one in lists]
        yield from alternatives(several, "")
    for pattern in (*_ENVIRONMENTS, "cog.yaml"):
        yield from alternatives(
            [(f.name, list(conda(f))) for f in matching(directory, pattern)], ""
        )
    nested = [
        (f"{folder.name}/{file.name}", list(conda(file)))
        for folder in folders
        for pattern in _ENVIRONMENTS
        for file in matching(folder, pattern)
    ]
    yield from alternatives(nested, "")


def _of_jax(bounds: list[str]) -> list[str]:
    """The bounds on JAX itself, where there are any: those on jaxlib beside them say less."""
    return [one for one in bounds if not one.lower().startswith("jaxlib")] or bounds


def asserting(directory: Path) -> Iterator[Place]:
    """What the modules of a folder assert: a program that stops says so in each of them."""
    found: dict[str, str] = {}
    for file in matching(directory, "*.py"):
        for bound in asserted(text_of(file, word=b".__version__")):
            found.setdefault(bound, file.name)
    if found:
        yield f"assert in {min(found.values())}", [list(found)]


def asserted(text: str) -> list[str]:
    """The releases that a module asserts of libraries.

    >>> asserted("assert numpyro.__version__.startswith('0.2.4')")
    ['numpyro==0.2.4']
    >>> asserted('assert jax.__version__ == "0.4.1", "other releases are not tried"')
    ['jax==0.4.1']
    """
    return [f"{name}=={release}" for name, release in _ASSERTED.findall(text)]


def named(directory: Path) -> Iterator[Place]:
    """The releases of JAX that the README of a folder names beside it, as those that it was run
    with: `Tested with JAX 0.3.25`. Where something installs JAX all the same, it is any JAX."""
    for _, lists in places(directory):
        if any(re.match(r"jax\s*(?:\[|$|;|#)", one) for given in lists for one in given):
            return
    for pattern in ("README*", "INSTALL*"):
        for file in matching(directory, pattern):
            text = text_of(file)
            installed = (found["arguments"] for found in _COMMAND.finditer(text))
            if any(re.search(r"\bjax\b(?!-|==)", one) for one in installed):
                return
            if found := _NAMED.findall(text):
                yield f"{file.name} names JAX {found[-1]}", [[f"jax=={one}"] for one in found]


def in_cells(file: Path) -> list[str]:
    """The bounds on JAX in the commands of a notebook that install something, one after another."""
    try:
        cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
        sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return []
    rows = (row.strip() for source in sources for row in source.splitlines())
    return commands("\n".join(row for row in rows if row.startswith(("!", "%"))))


def commands(text: str) -> list[str]:
    """The bounds on JAX in the commands of a text that install something.

    >>> commands('Run `pip install -U "jax[cuda] == 0.4.3" flax` first.')
    ['jax[cuda]==0.4.3']
    >>> commands("conda install jaxlib=0.3.25=cuda112* jax"), commands("It needs jax==0.4.3.")
    (['jaxlib==0.3.25.*'], [])
    >>> commands("cat > requirements.txt << EOF\\njax[tpu]==0.3.25\\nflax\\nEOF")
    ['jax[tpu]==0.3.25']
    """
    lists = (line.strip() for written in _WRITTEN.finditer(text) for line in written[2].split("\n"))
    out = [line for line in lists if _BOUND.fullmatch(line)]
    for found in _COMMAND.finditer(re.sub(r"\\\s*\n", " ", text)):
        arguments = found["arguments"]
        try:
            words = shlex.split(re.sub(r"\s*([=<>~!]=|[<>])\s*", r"\1", arguments), comments=True)
        except ValueError:
            words = [word.strip("\\\"'") for word in arguments.split()]  # a command within quotes
        for word in words:
            word = re.sub(r"^(jax(?:lib)?)=([\d.]*\d)(?:=\S*)?$", r"\1==\2.*", word)
            word = re.sub(r"\+[\w.]+$", "", word)
            if _BOUND.fullmatch(word):
                out.append(word)
    return out
