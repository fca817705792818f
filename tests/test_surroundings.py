"""Which JAX fits beside the Python, NumPy, SciPy or nixpkgs that a project is bound to."""

import json
from pathlib import Path
from textwrap import dedent

import pytest

from jaxopt_lint.settings.jaxversion import stated
from jaxopt_lint.settings.surroundings import newest_beside

NIX = """
let
  # Taken on 2022-05-16 from status.nixos.org.
  pkgs = import (fetchTarball "https://github.com/NixOS/nixpkgs/archive/{}.tar.gz") {{ }};
in pkgs.mkShell {{ buildInputs = [ pkgs.python3Packages.jax ]; }}
"""


@pytest.mark.parametrize(
    ("requirement", "newest"),
    [
        ("numpy<2", "0.7.1"),
        ("numpy==1.24.3", "0.4.38"),
        ("numpy~=1.23.0", "0.4.30"),
        ("numpy<=1.26.4", "0.7.1"),
        ("numpy>=1.20", None),
        ("numpy<2; python_version<'3.9'", None),
        ("scipy<1.13", "0.7.1"),
        ("scipy==1.10.1", "0.4.38"),
        ("python<3.11", "0.6.2"),
        ("python>=3.8,<4", None),
        ("python==3.7.*", "0.3.25"),
        ("numpyro<0.1", None),
        ("tensorflow==2.15.0", "0.4.34"),
        ("tensorflow-cpu<2.18", "0.5.3"),
        ("tensorflow==2.12.*", "0.4.30"),
        ("tensorflow<2.14", "0.4.38"),
        ("tensorflow[and-cuda]~=2.8", None),
        ("tensorflow>=2.12", None),
        ("tensorflow<2.15; sys_platform == 'win32'", None),
        ("tensorflow-datasets<2", None),
        ("tensorflow==2.18.1", "0.10.2"),
        ("numpy==1.19.5", "0.3.15"),
        ("python<3.12", "0.10.2"),
        ("ml_dtypes==0.3.2", "0.4.34"),
        ("numpy==1.x", None),
        ("jaxlib==0.3.0", "0.3.6"),
        ("jaxlib==0.3.15+cuda11.cudnn82", "0.3.23"),
        ("jaxlib[cuda]==0.1.68", "0.2.17"),
        ("jaxlib<0.4.30", "0.4.30"),
        ("jaxlib==0.4.*", "0.4.38"),
        ("jaxlib>=0.4.18,<0.5", "0.4.38"),
        ("jaxlib>=0.1.55", None),
        ("jaxlib", None),
        ("jaxlib==0.3.0; sys_platform == 'win32'", None),
    ],
)
def test_releases_that_need_more_are_ruled_out(requirement: str, newest: str | None) -> None:
    assert newest_beside(["flax", requirement]) == newest


PLACES = [
    ("env.yaml", "dependencies:\n  - python=3.10.8=haa1\n  - pip:\n    - jax\n", (None, "0.6.2")),
    ("cpu_env.yml", "dependencies:\n  - python=3.8\n  - jax>=0.3\n", ("0.3.0", "0.4.13")),
    ("env.yml", "services:\n  - jax==0.3.1\n", ("0.3.1", "0.3.1")),  # as environment.yml
    ("test_env.yml", "services:\n  - jax==0.3.1\n", (None, None)),
    ("requirements.txt", "jax>=0.1.55\njaxlib==0.3.0\n", ("0.2.0", "0.3.6")),
    ("requirements.txt", "jax==0.3.16\njaxlib==0.3.0\n", ("0.3.16", "0.3.16")),  # forgotten
    ("requirements.txt", "jax\njaxlib<0.5\n", (None, "0.4.38")),
    ("requirements.txt", "jax>=0.8\njaxlib<0.5\n", ("0.8.0", None)),
    ("environment.yml", "dependencies:\n  - jax\n  - jaxlib<0.4.30\n", (None, "0.4.30")),
    ("Pipfile", "[packages]\njax = '*'\njaxlib = '<0.5'\n", (None, "0.4.38")),
    ("pixi.toml", "[dependencies]\njaxlib = '0.4.*'\n", ("0.4.1", "0.4.38")),
    ("setup.cfg", "[options]\ninstall_requires =\n  jaxlib>=0.4.1,<0.5\n", (None, "0.4.38")),
    ("setup.py", "setup(install_requires=['jax', 'jaxlib<=0.6.2'])\n", (None, "0.6.2")),
    ("pyproject.toml", "[tool.poetry.dependencies]\njaxlib = '^0.4.18'\n", (None, "0.4.38")),
    (
        "pyproject.toml",
        "[tool.poetry.dependencies]\njax = '^0.4.9'\njaxlib = { version = '<0.4.30' }\n",
        ("0.4.9", "0.4.30"),
    ),
    (
        "pyproject.toml",  # which not everybody installs
        "[tool.poetry.dependencies]\njaxlib = { version = '<0.4.30', optional = true }\n",
        (None, None),
    ),
    (
        "pyproject.toml",
        """
        [project]
        requires-python = ">=3.8,<3.11"
        dependencies = ["jax>=0.4.1"]
        """,
        ("0.4.1", "0.6.2"),
    ),
    (
        "pyproject.toml",
        """
        [tool.poetry.dependencies]
        python = ">=3.9,<3.13"
        numpy = "^1.24"
        jax = "*"
        """,
        (None, "0.7.1"),
    ),
    (
        "pyproject.toml",
        """
        [project]
        dependencies = ["jax>=0.8", "numpy<2"]
        """,
        ("0.8.0", None),  # nothing can be installed: what is said of JAX holds
    ),
    (
        "setup.py",
        """
        from setuptools import setup
        setup(name="x", python_requires="<3.10", install_requires=["jax"])
        """,
        (None, "0.4.30"),
    ),
    (
        "environment.yml",
        """
        dependencies:
          - python=3.8
          - pip:
            - jax
        """,
        (None, "0.4.13"),
    ),
    ("Dockerfile", "FROM python:3.9-slim\nRUN pip install jax\n", (None, "0.4.30")),
    ("Dockerfile", "FROM nvcr.io/nvidia/jax:23.10-py3\n", (None, "0.4.19")),
    ("README.md", "First `conda create -n it python=3.8`, then install jax.", (None, "0.4.13")),
    ("README.md", "It needs python=3.8 and jax.", (None, None)),
    ("README.md", "## Needs\n\nPython : 3.6\n\njax\n", (None, "0.2.17")),
    ("README.md", "- **Python** 3.7.x\n- jax\n", (None, "0.3.25")),
    ("README.md", "| Python | 3.8 |\n", (None, "0.4.13")),
    ("README.md", "- Python: 3.8+\n- jax\n", (None, None)),
    ("README.md", "- Python 3.8 comes first\n- jax\n", (None, None)),
    ("README.md", "`python3.8 -m venv env`, then install jax.", (None, "0.4.13")),
    ("README.md", "`virtualenv -p python3.7 env`, then install jax.", (None, "0.3.25")),
    (
        "Dockerfile",
        "FROM ubuntu:18.04\nRUN apt install python3-pip && pip3 install jax\n",
        (None, "0.2.17"),
    ),
    (
        "Dockerfile",
        "FROM nvidia/cuda:11.3.0-cudnn8-devel-ubuntu20.04\n"
        "RUN apt-get -y install python3 python3-pip git\nRUN pip3 install jax\n",
        (None, "0.4.13"),
    ),
    (
        "Dockerfile",
        "FROM nvidia/cuda:11.3.0-devel-ubuntu20.04\n"
        "RUN add-apt-repository ppa:deadsnakes/ppa && apt-get install python3 python3.11\n"
        "RUN pip3 install jax\n",
        (None, None),
    ),
    ("Dockerfile", "FROM nvcr.io/nvidia/jax:24.04-py3\n", (None, "0.4.26")),
    (".python-version", "3.8.12\n", (None, "0.4.13")),
    ("runtime.txt", "python-3.9.1\n", (None, "0.4.30")),
    (
        "setup.py",
        "from setuptools import setup\nsetup(python_requires='>=3.9,<3.11')\n",
        (None, "0.6.2"),
    ),
    ("environment.yml", "dependencies:\n  - python=3.10\n  - pip\n", (None, "0.6.2")),
    ("shell.nix", NIX.format("556ce9a40abde33738e6c9eac65f965a8be3b623"), (None, "0.3.13")),
    ("shell.nix", NIX.format("nixos-23.11"), (None, "0.4.20")),
    ("shell.nix", "{ pkgs ? import <nixpkgs> {} }: pkgs.python3Packages.jax", (None, None)),
]


@pytest.mark.parametrize(("name", "text", "bounds"), PLACES)
def test_every_place(
    tmp_path: Path, name: str, text: str, bounds: tuple[str | None, str | None]
) -> None:
    (tmp_path / name).write_text(dedent(text))
    found = stated(tmp_path)
    assert (found.floor, found.ceiling) == bounds
    assert found.origin.startswith(name) == bool(found)


def test_the_lock_of_a_flake_says_its_day(tmp_path: Path) -> None:
    flake = 'inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable"; # for jax\n'
    (tmp_path / "flake.nix").write_text(flake)
    assert not stated(tmp_path)
    lock = {"nodes": {"nixpkgs": {"locked": {"lastModified": 1_680_000_000}}}}  # 28 March 2023
    (tmp_path / "flake.lock").write_text(json.dumps(lock))
    assert stated(tmp_path).ceiling == "0.4.7"
    (tmp_path / "flake.lock").write_text("[]")
    assert not stated(tmp_path)


@pytest.mark.parametrize(
    ("text", "ceiling"),
    [
        ("Python 3.8.10 is required, and jax.", "0.4.13"),
        ("The code was tested with Python 3.7 and jax.", "0.3.25"),
        ("Tested with Python 3.8+ and jax.", None),
        ("It needs Python >= 3.8, and was tested with Python 3.9 and jax.", None),
        ("Tested with Python 3.8, 3.9 and 3.13, and jax.", None),
        ("Tested with Python 3.7, 3.8 and jax.", "0.4.13"),
        ("jax for Python 3.13 is tested with Python 3.13", None),
    ],
)
def test_what_is_only_spoken_of_is_no_bound(tmp_path: Path, text: str, ceiling: str | None) -> None:
    (tmp_path / "README.md").write_text(text)
    found = stated(tmp_path)
    assert (found.ceiling, found.most) == (ceiling, None)
    assert found.dated == (ceiling is not None)


def test_the_lock_of_a_flake_that_is_not_there(tmp_path: Path) -> None:
    held = {"locked": {"lastModified": 1_669_833_724, "repo": "nixpkgs"}}  # 30 November 2022
    newer = {"locked": {"lastModified": 1_679_654_343, "repo": "nixpkgs"}}  # 24 March 2023
    lock = {"nodes": {"nixpkgs": held, "patched": newer, "root": {"inputs": {}}}}
    (tmp_path / "flake.lock").write_text(json.dumps(lock))
    (tmp_path / "README.md").write_text("Needs jax.")
    found = stated(tmp_path)
    assert (found.ceiling, found.dated) == ("0.4.6", True)
    assert found.origin == "flake.lock speaks of nixpkgs of 2023-03"


def test_a_notebook_that_installs_its_own_jax(tmp_path: Path) -> None:
    from jaxopt_lint.settings.jaxversion import installed_by

    file = tmp_path / "it.ipynb"

    def written(*rows: str) -> None:
        cell = {"cell_type": "code", "source": [f"{row}\n" for row in rows]}
        file.write_text(json.dumps({"cells": [cell]}))

    written("import os", '!pip install -q "jax[cpu]==0.4.14" flax')
    assert (installed_by(file).ceiling, installed_by(file).origin) == ("0.4.14", "it.ipynb")
    written("# !pip install jax==0.4.14", "!pip install -U jax")
    assert not installed_by(file)
    written("%pip install jax==0.3.25 jaxlib==0.3.25")
    assert installed_by(file).ceiling == "0.3.25"


def test_one_environment_does_not_bind_a_package(tmp_path: Path) -> None:
    setup = 'from setuptools import setup\nsetup(install_requires=["jax>=0.4.1"])\n'
    (tmp_path / "setup.py").write_text(setup)
    (tmp_path / "environment.yml").write_text("dependencies:\n  - python=3.8\n  - jax\n")
    (tmp_path / "README.md").write_text("`conda create -n it python=3.8` and pip install jax")
    found = stated(tmp_path)  # it is what people are told to have, and no more
    assert (found.floor, found.ceiling, found.most, found.dated) == ("0.4.1", "0.4.13", None, True)
    assert (found.origin, found.python) == ("README.md speaks of Python 3.8", "3.8")
    (tmp_path / "setup.py").unlink()
    assert stated(tmp_path).ceiling == "0.4.13" and not stated(tmp_path).dated


def test_what_others_bind_is_more_than_the_environment_holds(tmp_path: Path) -> None:
    """TensorFlow leaves Python 3.10, and people are told to take 3.8."""
    (tmp_path / "requirements.txt").write_text("flax\njaxlib\ntensorflow-cpu==2.9.0\n")
    found = stated(tmp_path)
    assert (found.ceiling, found.dated) == ("0.6.2", False)
    (tmp_path / "README.md").write_text("`conda create -n it python=3.8`\n")
    found = stated(tmp_path)
    assert (found.ceiling, found.dated) == ("0.4.13", False)
    (tmp_path / "setup.py").write_text("from setuptools import setup\nsetup(name='it')\n")
    found = stated(tmp_path)
    assert (found.ceiling, found.most, found.dated) == ("0.4.13", "0.6.2", True)
    assert (found.origin, found.python) == ("README.md speaks of Python 3.8", "3.8")
    (tmp_path / "README.md").write_text("`conda create -n it python=3.12`\n")
    assert (stated(tmp_path).ceiling, stated(tmp_path).dated) == ("0.6.2", False)


def test_the_python_of_an_image_binds_what_is_bound_from_below(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("jax>=0.4.1\n")
    (tmp_path / "Dockerfile").write_text("FROM python:3.9-slim\nRUN pip install -r it.txt\n")
    assert stated(tmp_path).floor == "0.4.1" and stated(tmp_path).ceiling == "0.4.30"
    assert stated(tmp_path).python == "3.9"
    (tmp_path / "requirements.txt").write_text("jax>=0.4.1,<0.5\n")
    assert (stated(tmp_path).ceiling, stated(tmp_path).python) == ("0.4.38", "")
