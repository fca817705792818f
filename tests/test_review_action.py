"""The GitHub action: its steps are run as the runner runs them, without GitHub."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

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
