"""Imports of modules that a package of the project does not have, and what stands beside them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main

Check = Callable[[], dict[str, dict[int, str]]]
GONE = """import jax
from net.flags import WIDTH

def step(tree):
    return jax.tree_map(abs, tree)

print(step(WIDTH))
"""


@pytest.fixture
def check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Check:
    monkeypatch.chdir(tmp_path)
    Path("net").mkdir()
    Path("net/__init__.py").write_text("")
    Path("net/model.py").write_text("import jax\n\nprint(jax.devices())\n")
    Path("net/train.py").write_text(GONE)

    def lint() -> dict[str, dict[int, str]]:
        main(["check", "--no-cache", "--select", "JOL701,JOL862", "--output-format", "json", "."])
        out: dict[str, dict[int, str]] = {}
        for row in json.loads(capsys.readouterr().out):
            out.setdefault(row["code"], {})[row["location"]["row"]] = row["severity"]
        return out

    return lint


def test_a_module_that_is_not_there_is_told_and_nothing_else_of_the_file(
    check: Check, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check() == {"JOL862": {2: "error"}, "JOL701": {5: "info"}}
    main(["check", "--no-cache", "--select", "JOL701", "--severity", "info", "--verbose", "."])
    assert "lowered in a file that imports what its project does not have" in (
        capsys.readouterr().out
    )


@pytest.mark.parametrize(
    "line", ["import net.flags", "import net.flags as f", "from .flags import *"]
)
def test_in_whatever_way_it_is_imported(check: Check, line: str) -> None:
    Path("net/train.py").write_text(GONE.replace("from net.flags import WIDTH", line))
    assert check()["JOL862"] == {2: "error"}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("net/flags.py", "WIDTH = 3\n"),
        ("net/flags.cpython-311-x86_64-linux-gnu.so", ""),
        ("net/flags/data.txt", ""),
        ("net/__init__.py", "__path__.append('/flags')\n"),
        (".gitignore", "flags.py\n"),
        ("pyproject.toml", '[tool.hatch.build.hooks.vcs]\nversion-file = "net/flags.py"\n'),
        ("pyproject.toml", '[build-system]\nrequires = ["scikit_build_core"]\n'),
        ("pyproject.toml", '[build-system]\nbuild-backend = "mesonpy"\n'),
        ("CMakeLists.txt", "pybind11_add_module(${NAME} src/flags.cc)\n"),
        ("setup.py", "from glob import glob\nsetup(ext_modules=cythonize(glob('net/*.pyx')))\n"),
        ("Cargo.toml", '[lib]\ncrate-type = ["cdylib"]\n'),
        ("net/flags.pyx", "WIDTH = 3\n"),
        ("net/flags.pyi", "WIDTH: int\n"),
        ("net/train.py", GONE.replace("from net", "try:\n    from net").replace(
            "WIDTH\n", "WIDTH\nexcept ImportError:\n    WIDTH = 3\n", 1)),
    ],
)  # fmt: skip
def test_what_may_be_there_is_not_told(check: Check, path: str, text: str) -> None:
    Path(path).parent.mkdir(exist_ok=True)
    Path(path).write_text(text)
    found = check()
    assert "JOL862" not in found
    assert set(found["JOL701"].values()) == {"error"}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("pyproject.toml", '[build-system]\nbuild-backend = "hatchling.build"\n'),
        ("setup.py", "from setuptools import setup\n\nsetup(name='net')\n"),
        ("CMakeLists.txt", "project(figures)\n"),
    ],
)
def test_a_build_that_compiles_nothing_makes_no_module(check: Check, path: str, text: str) -> None:
    Path(path).write_text(text)
    assert check()["JOL862"] == {2: "error"}


def test_a_folder_that_is_no_package_by_its_own_word_may_have_it_elsewhere(check: Check) -> None:
    Path("net/__init__.py").unlink()
    assert check() == {"JOL701": {5: "error"}}


def test_of_two_packages_of_one_name_either_may_be_meant(check: Check) -> None:
    Path("src/net").mkdir(parents=True)
    Path("src/net/flags.py").write_text("WIDTH = 3\n")
    assert check() == {"JOL701": {5: "error"}}


def test_a_name_that_a_module_lacks_stops_its_file_too(check: Check) -> None:
    Path("net/train.py").write_text(GONE.replace("net.flags", "net.model"))
    assert check() == {"JOL862": {2: "error"}, "JOL701": {5: "info"}}


def test_a_plain_folder_of_a_package_has_what_lies_in_it(check: Check) -> None:
    Path("net/parts").mkdir()
    Path("net/parts/dense.py").write_text("WIDTH = 3\n")
    Path("net/train.py").write_text(GONE.replace("net.flags", "net.parts.flags"))
    assert check() == {"JOL862": {2: "error"}, "JOL701": {5: "info"}}
    Path("net/train.py").write_text(GONE.replace("net.flags", "net.parts.dense"))
    assert check() == {"JOL701": {5: "error"}}
    Path("net/train.py").write_text(GONE.replace("net.flags", "net.parts.flags"))
    Path("net/__init__.py").write_text("__path__.append('/flags')\n")
    assert check() == {"JOL701": {5: "error"}}
