"""The GitHub action: its steps are run as the runner runs them, without GitHub."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from jaxopt_lint.review.command import review

ROOT = Path(__file__).parent.parent


def action() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "action.yml").read_text())


def expanded(text: str, inputs: dict[str, str], temp: Path) -> str:
    """A value of `env` as the runner hands it to a step."""
    values = {f"inputs.{name}": value for name, value in inputs.items()}
    values |= {"runner.temp": str(temp), "github.action_path": str(ROOT), "github.token": "t"}
    return re.sub(r"\$\{\{ (\S+) \}\}", lambda match: values[match[1]], text)


def arguments(tmp_path: Path, **given: str) -> list[str]:
    """The command line that the action makes of its inputs."""
    command = tmp_path / "jaxopt-lint-venv" / "bin" / "jaxopt-lint"
    command.parent.mkdir(parents=True)
    command.write_text('#!/bin/sh\nprintf "%s\\0" "$@"\n')
    command.chmod(0o755)
    inputs = {name: str(i["default"]) for name, i in action()["inputs"].items()}
    inputs |= {name.replace("_", "-"): value for name, value in given.items()}
    step = action()["runs"]["steps"][1]
    env = {name: expanded(value, inputs, tmp_path) for name, value in step["env"].items()}
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
        env={"PATH": os.environ["PATH"], **env}, cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\0")[:-1]


def test_defaults(tmp_path: Path) -> None:
    assert arguments(tmp_path) == [
        "review", "--filter=added", "--fail-level=none", "--max-comments=20", "--",
    ]  # fmt: skip


def test_inputs_become_words(tmp_path: Path) -> None:
    args = "--select=JOL1\n--verify"
    made = arguments(tmp_path, base="main", paths="src\na dir\n", args=args, fail_level="any")
    assert made == [
        "review", "--filter=added", "--fail-level=any", "--max-comments=20",
        "--base=main", "--select=JOL1", "--verify", "--", "src", "a dir",
    ]  # fmt: skip


@pytest.mark.parametrize("evil", ["$(touch here)", "`touch here`", '"; touch here; "', "*"])
def test_inputs_are_not_code(tmp_path: Path, evil: str) -> None:
    made = arguments(tmp_path, base=evil, paths=evil, args=evil, filter=evil)
    assert f"--base={evil}" in made and made[-1] == evil
    assert not (tmp_path / "here").exists()


def test_no_expression_in_a_script() -> None:
    for step in action()["runs"]["steps"]:
        assert "${{" not in step["run"]


def test_every_option_exists() -> None:
    shown = CliRunner().invoke(review, ["--help"]).output
    script = action()["runs"]["steps"][1]["run"]
    options = set(re.findall(r"--[a-z][a-z-]*(?==)", script))
    assert options == {"--base", "--filter", "--fail-level", "--max-comments"}
    for option in options:
        assert option in shown


# -- what the action installs ---------------------------------------------------------------


def pinned() -> dict[str, list[tuple[Requirement, int]]]:
    """The requirements of the constraints file by name, each with its number of hashes."""
    text = (ROOT / "requirements" / "action.txt").read_text().replace("\\\n", " ")
    found: dict[str, list[tuple[Requirement, int]]] = {}
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            stated, *hashes = re.split(r"\s+--hash=(?=sha256:[0-9a-f]{64}\b)", line.strip())
            requirement = Requirement(stated)
            found.setdefault(canonicalize_name(requirement.name), []).append(
                (requirement, len(hashes))
            )
    return found


def needed() -> list[Requirement]:
    with (ROOT / "pyproject.toml").open("rb") as stream:
        project = tomllib.load(stream)
    stated = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    return [Requirement(text) for text in stated]


def test_the_constraints_answer_to_the_project() -> None:
    there = pinned()
    for requirement in needed():
        for one, _ in there[canonicalize_name(requirement.name)]:
            (specifier,) = one.specifier
            assert specifier.operator == "==" and specifier.version in requirement.specifier, one


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
@pytest.mark.parametrize(("system", "platform"), [("Linux", "linux"), ("Darwin", "darwin")])
def test_the_constraints_are_closed(python: str, system: str, platform: str) -> None:
    """Whatever the pinned packages need themselves is pinned, once, with hashes."""
    environment = {
        "python_version": python, "python_full_version": f"{python}.5",
        "platform_system": system, "sys_platform": platform, "os_name": "posix",
        "platform_python_implementation": "CPython", "implementation_name": "cpython",
    }  # fmt: skip
    chosen = {
        name: [r for r, hashes in found if r.marker is None or r.marker.evaluate(environment)]
        for name, found in pinned().items()
    }
    assert all(hashes for found in pinned().values() for _, hashes in found)
    assert all(len(found) <= 1 for found in chosen.values())
    for name, found in chosen.items():
        for text in (metadata.requires(name) or []) if found and _installed(name) else []:
            requirement = Requirement(text)
            marker = requirement.marker
            if marker is None or marker.evaluate({**environment, "extra": ""}):
                assert chosen.get(canonicalize_name(requirement.name)), f"{name} needs {text}"


def _installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


@pytest.mark.network
def test_the_install_step_installs_what_is_pinned(tmp_path: Path) -> None:
    source = tmp_path / "source"
    ignored = shutil.ignore_patterns(".git", ".venv*", "tests", "benchmarks", "build", "*.egg-info")
    shutil.copytree(ROOT, source, ignore=ignored)
    step = action()["runs"]["steps"][0]
    assert "--require-hashes" in step["run"]
    env = {name: expanded(value, {"python": sys.executable}, tmp_path)
           for name, value in step["env"].items()}  # fmt: skip
    kept = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME") or k.startswith("PIP_")}
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
        # Nothing is compiled: so pip wants to be told.
        env={**kept, **env, "SOURCE": str(source), "PIP_NO_COMPILE": "no"},
        cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode and re.search(r"No matching distribution|connection|resolve", done.stderr):
        pytest.skip("no package index within reach")
    assert done.returncode == 0, done.stderr
    venv = tmp_path / "jaxopt-lint-venv" / "bin"
    frozen = subprocess.run(
        [venv / "python", "-I", "-m", "pip", "freeze", "--all"], capture_output=True, text=True
    ).stdout
    lines = [line.partition(" @ ")[0] for line in frozen.split("\n") if line]
    there = {canonicalize_name(Requirement(line).name) for line in lines}
    assert there - {"pip", "jaxopt-lint"} <= set(pinned())
    said = subprocess.run([venv / "jaxopt-lint", "--version"], capture_output=True, text=True)
    assert said.stdout.startswith("jaxopt-lint ")
