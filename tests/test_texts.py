"""What is written about the project stays true without anybody counting."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from jaxopt_lint.settings.configfile import load_config

ROOT = Path(__file__).parent.parent
DOCS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
COUNTED = "rules|codemods|tests|golden pairs|near misses|mutants|planted bugs"
COUNT = re.compile(rf"\b\d[\d,]* (?:of the )?(?:{COUNTED})\b")
GENERATED = re.compile(r"<!-- (\w+): begin -->.*?<!-- \1: end -->", re.S)
# What was measured once is dated by what it was measured on, and stays as it was.
MEASURED = {"docs/measurements.md"}
FENCE = re.compile(r"^( *)```(\w+)\n(.*?)^ *```$", re.S | re.M)


def docstrings() -> Iterator[tuple[str, str]]:
    """The docstrings of everything that is shipped, each with its file."""
    for folder in ("jaxopt_lint", "rules", "codemods"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
                    yield str(path.relative_to(ROOT)), ast.get_docstring(node) or ""


def fences(language: str) -> list:
    """The fenced blocks in one language, as parameters of a test."""
    found = []
    for path in DOCS:
        for match in FENCE.finditer(path.read_text(encoding="utf-8")):
            indent, tongue, text = match.groups()
            if tongue == language:
                lines = [line.removeprefix(indent) for line in text.splitlines(keepends=True)]
                found.append(pytest.param("".join(lines), id=f"{path.name}-{len(found)}"))
    return found


def test_nothing_is_counted_by_hand() -> None:
    texts = [(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")) for path in DOCS]
    found = [
        f"{name}: {match[0]}"
        for name, text in (*texts, *docstrings())
        if name not in MEASURED
        for match in COUNT.finditer(GENERATED.sub("", text))
    ]
    assert found == [], "leave the number out, or let scripts/docs write it"


@pytest.mark.parametrize("text", fences("python"))
def test_python_in_the_documentation_parses(text: str) -> None:
    ast.parse(text)


@pytest.mark.parametrize("text", fences("yaml"))
def test_yaml_in_the_documentation_parses(text: str) -> None:
    assert yaml.safe_load(text)


@pytest.mark.parametrize("text", fences("toml"))
def test_settings_in_the_documentation_are_read(text: str, tmp_path: Path) -> None:
    whole = "jaxopt-lint" in tomllib.loads(text).get("tool", {})
    (tmp_path / ("pyproject.toml" if whole else "jaxopt-lint.toml")).write_text(text)
    if (shared := tomllib.loads(text).get("extend")) is not None:
        (tmp_path / shared).parent.mkdir()
        (tmp_path / shared).write_text("")
    load_config(tmp_path)
