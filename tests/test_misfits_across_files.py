"""Calls of functions and classes of other files that do not fit them."""

import json
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main

HOME = """import functools
import jax
import jax.numpy as jnp
from abc import ABC
from gymnax.environments.environment import Environment
from somewhere import Unknown


class Base(Environment):
    def __init__(self, path):
        self.path = path


class Env(Base):
    def __init__(self, path, window):
        super().__init__(path)
        self.window = window


class Odd(Unknown):
    def __init__(self, path, window):
        self.window = window


def scale(x, by):
    return x * by


@functools.cache
def cached(x, by):
    return x * by


if jax.default_backend() == "cpu":

    def chosen(x, by):
        return x * by

else:

    def chosen(x):
        return x
"""


def told(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    files: dict[str, str],
) -> set[tuple[str, int]]:
    for name, text in {"pyproject.toml": "[tool.jaxopt-lint]\n", **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(folder)
    main(["check", "--no-cache", "--select", "JOL862", "--output-format", "json"])
    found = json.loads(capsys.readouterr().out)
    return {(row["filename"], row["location"]["row"]) for row in found}


@pytest.mark.parametrize(
    ("line", "fits"),
    [
        ("parts.scale(1)", False),
        ("scale(1)", False),
        ("again.scale(1, 2, 3)", False),
        ("Env('here')", False),
        ("handed(1)", False),
        ("scale(1, 2)", True),
        ("Env('here', 2)", True),
        ("Odd('here')", True),  # what makes objects of it is not known
        ("chosen(1)", True),
        ("cached(1)", True),
        ("twice(1)", True),  # bound in one of two ways
    ],
)
def test_a_call_of_another_file(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    line: str,
    fits: bool,
) -> None:
    program = f"""import jax
import proj.parts as again
from proj import handed, parts
from proj.parts import Env, Odd, cached, chosen, scale

try:
    from proj.parts import scale as twice
except ImportError:
    from proj.other import scale as twice

print(jax.devices())
print({line})
"""
    files = {
        "proj/__init__.py": "from proj.parts import scale as handed\n",
        "proj/parts.py": HOME,
        "proj/other.py": "import jax\n\n\ndef scale(x):\n    return jax.numpy.abs(x)\n",
        "train.py": program,
    }
    found = told(tmp_path, monkeypatch, capsys, files)
    assert found == (set() if fits else {("train.py", 12)})


@pytest.mark.parametrize("others", [(), ("second/train.py",)])
def test_a_module_beside_a_program_is_the_one_that_is_found(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    others: tuple[str, ...],
) -> None:
    program = "import jax\nfrom parts import scale\n\nscale(jax.devices())\n"
    files = {"first/parts.py": HOME, **dict.fromkeys(("first/train.py", *others), program)}
    # Where a program elsewhere takes a module of that name, another one may be meant.
    found = told(tmp_path, monkeypatch, capsys, files)
    assert found == (set() if others else {("first/train.py", 4)})


def test_a_function_that_is_put_there_is_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "proj/__init__.py": "",
        "proj/parts.py": HOME,
        "proj/train.py": "import jax\nfrom proj import parts\n\n"
        "parts.scale = lambda x: x\nprint(parts.scale(jax.devices()))\n",
    }
    assert told(tmp_path, monkeypatch, capsys, files) == set()
