"""Copies of other projects in a project: what of them nothing here runs is for information."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.settings.bundled import bundled

GONE = "import jax\n\n\ndef double(tree):\n    return jax.tree_map(lambda x: 2 * x, tree)\n\n\n"
SETUP = "from setuptools import setup\n\nsetup(\n    name='engine',\n    url='{}',\n)\n"
THEIRS = "https://github.com/ada/engine"
REMOTE = '[remote "origin"]\n\turl = git@github.com:charles/looms.git\n'
RUN = "import jax\nfrom engine.used import double\n\nprint(double(jax.numpy.ones(3)))\n"
Check = Callable[[dict[str, str]], dict[str, str]]
PROJECT = {
    ".git/config": REMOTE,
    "run.py": RUN,
    "lib/setup.py": SETUP.format(THEIRS),
    "lib/engine/__init__.py": "",
    "lib/engine/used.py": GONE + "from engine import near\n\nprint(near.double(1))\n",
    "lib/engine/near.py": GONE + "print(double(1))\n",
    "lib/engine/far.py": GONE + "print(double(1))\n",
    "lib/train.py": "from engine.far import double\n" + GONE + "print(double(1))\n",
}


def put(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


@pytest.fixture
def check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Check:
    """Lints a project; gives the severities of what is found below `lib`, by file."""
    monkeypatch.chdir(tmp_path)

    def lint(files: dict[str, str]) -> dict[str, str]:
        put(tmp_path, files)
        main(["check", "--isolated", "--no-cache", "--select", "JOL701,JOL000",
              "--output-format", "json", "."])  # fmt: skip
        found = json.loads(capsys.readouterr().out)
        return {
            f["filename"].removeprefix("lib/").removeprefix("engine/"): _alone(f) for f in found
        }

    return lint


def _alone(finding: dict[str, Any]) -> str:
    """The severity of a finding, whatever others of its cause there are."""
    lowered = finding["lowered"]
    told = lowered is not None and lowered["pattern"] == "@repeated"
    return str(lowered["severity"] if told else finding["severity"])


ALL = {"used.py": "error", "near.py": "error", "far.py": "error", "train.py": "error"}
SOME = {**ALL, "far.py": "info", "train.py": "info"}


def test_what_nothing_runs_of_a_copy(check: Check, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(PROJECT) == SOME
    said = "a copy of another project, ada/engine, of which this one runs nothing here"
    main(["check", "--isolated", "--no-cache", "--select", "JOL701", "-v", "--severity", "info"])
    assert f"= severity: error elsewhere; lowered as {said}" in capsys.readouterr().out
    main(["why", "lib/engine/far.py:5", "JOL701", "--isolated"])
    assert said in capsys.readouterr().out


def test_what_cannot_be_read_there(check: Check) -> None:
    assert check({**PROJECT, "lib/engine/left.py": "import jax\n\n\ndef f(:\n"}) == {
        **SOME,
        "left.py": "info",
    }
    assert check({"run.py": RUN + "import engine.left\n"})["left.py"] == "error"


@pytest.mark.parametrize(
    ("file", "text", "found"),
    [
        ("README.md", "Then `python lib/train.py`.", ALL),
        ("README.md", "Then `python train.py`.", SOME),  # who knows which
        ("README.md", "    cd lib\n    python train.py\n", ALL),
        ("README.md", "    cd lib && pip install -e .\n", SOME),
        ("README.md", "    pip install -e ./lib\n", SOME),
        ("conf/a.yaml", "_target_: engine.far.double\n", {**SOME, "far.py": "error"}),
        ("README.md", "See lib/README.md and https://github.com/ada/engine.", SOME),
        ("other.py", "import jax\nimport engine.far\n", {**SOME, "far.py": "error"}),
        (
            "other.py",
            "import importlib\n\nimport jax\n\nimportlib.import_module('engine' + '.' + 'far')\n",
            {**SOME, "far.py": "error"},
        ),
    ],
)
def test_what_is_named_outside_is_in_use(
    check: Check, file: str, text: str, found: dict[str, str]
) -> None:
    assert check({**PROJECT, file: text}) == found


def test_where_nothing_else_is_a_program_the_copy_is_the_project(check: Check) -> None:
    files = {k: v for k, v in PROJECT.items() if k != "run.py"}
    assert check(files) == {**ALL, "used.py": "info"}  # which nothing imports any more


LICENSE = "Apache License\nVersion 2.0, January 2004\n"


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({}, True),
        ({"lib/setup.py": SETUP.format("https://github.com/charles/engine")}, False),  # his own
        ({"lib/setup.py": SETUP.format("https://github.com/ada/looms")}, False),  # a fork
        ({"lib/setup.py": "from setuptools import setup\n\nsetup(name='engine')\n"}, False),
        ({"lib/setup.py": SETUP.format("") + f"# needs git+{THEIRS}\n"}, False),
        ({"setup.py": SETUP.format("https://github.com/charles/looms")}, False),  # of its name
        ({"pyproject.toml": "[project]\nname = 'looms'\nauthors = [{name = 'Ada'}]\n",
          "lib/setup.py": SETUP.format(THEIRS).replace("name=", "author='Ada', name=")}, False),
        ({"lib/setup.py": "",
          "lib/pyproject.toml":
          f"[project]\nname = 'engine'\n\n[project.urls]\nRepository = '{THEIRS}'\n"}, True),
        ({"lib/setup.py": "",
          "lib/pyproject.toml":
          f"[project]\nname = 'engine'\n\n[tool.uv.sources]\nx = {{ url = '{THEIRS}' }}\n"}, False),
        ({".git/config": ""}, False),  # who this is cannot be told
        ({".git/config": "", "README.md": "git clone https://github.com/charles/looms\n"}, True),
        ({".git/config": "", "README.md": "# Looms\n", "lib/LICENSE": LICENSE}, True),
        ({".git/config": "", "README.md": "# Looms\n"}, False),
        ({".git/config": "", "README.md": "# The Engine\n", "lib/LICENSE": LICENSE}, False),
        ({".git/config": "", "README.md": f"# Looms\n{THEIRS}\n", "lib/LICENSE": LICENSE}, False),
        ({".git/config": "", "lib/LICENSE": LICENSE}, False),
    ],
)  # fmt: skip
def test_which_folders_are_other_projects(
    tmp_path: Path, files: dict[str, str], found: bool
) -> None:
    put(tmp_path, {**PROJECT, **files})
    told = bundled(tmp_path, [tmp_path / name for name in PROJECT])
    assert [one.folder.name for one in told] == ["lib"] * found
    assert all((one.name, one.repository) == ("engine", "ada/engine") for one in told)
