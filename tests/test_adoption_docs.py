"""The commands and the example file of the documentation are taken as they stand."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.settings.config import FORMATS
from jaxopt_lint.settings.configfile import load_config
from jaxopt_lint.settings.configkeys import TARGET, TOP, VERIFY

DOCS = Path(__file__).parent.parent / "docs"


def commands() -> list[str]:
    """Every command line of the page on adoption, up to the pipe."""
    text = (DOCS / "adoption.md").read_text(encoding="utf-8")
    lines = re.findall(r"^(?: *- (?:run: )?)?jaxopt-lint ([^\n:].*)$", text, re.M)
    inline = re.findall(r"`jaxopt-lint ([^`]+)`", text)
    return sorted({line.partition(" | ")[0] for line in [*lines, *inline]})


@pytest.mark.parametrize("line", commands())
def test_command_is_understood(line: str) -> None:
    assert main([*shlex.split(line), "--help"]) == 0


def test_there_are_commands() -> None:
    assert len(commands()) >= 12


def test_every_format_is_told_of() -> None:
    text = (DOCS / "adoption.md").read_text(encoding="utf-8")
    assert all(f"`{kind}`" in text for kind in FORMATS)


def test_example_holds_every_setting(tmp_path: Path) -> None:
    text = (DOCS / "example.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    assert {*table, "extend-severity-by-path"} == {*TOP, "extend", "verify"}
    assert set(table["verify"]) == set(VERIFY)
    assert set(table["verify"]["target"][0]) == set(TARGET)
    (tmp_path / "jaxopt-lint.toml").write_text(text)
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "jaxopt-lint.toml").write_text("")
    config = load_config(tmp_path)
    assert config.baseline == tmp_path / ".jaxopt-lint-baseline.json"
    assert config.verify.target[0].function == "model:loss"


def test_example_is_on_the_page() -> None:
    example = (DOCS / "example.toml").read_text(encoding="utf-8")
    assert example in (DOCS / "configuration.md").read_text(encoding="utf-8")
