"""`jaxopt-lint rule` and `jaxopt-lint config`."""

from __future__ import annotations

import json

import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.settings.configkeys import TOP, VERIFY


@pytest.mark.parametrize("name", ["JOL701", "jol701", "deprecated-tree-api"])
def test_rule_by_code_or_name(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main(["rule", name]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# deprecated-tree-api (JOL701)")
    assert "## Example" in out
    assert "codemod `tree`" in out


def test_rule_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "JOL701", "--output-format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["code"] == "JOL701"
    assert (data["fix"]["codemod"], data["fix"]["promise"]) == ("tree", "same")
    assert "name-is-jax" in [p["name"] for p in data["fix"]["preconditions"]]
    assert "## Example" in data["explanation"]


def test_all_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "--all"]) == 0
    assert "JOL701 *  deprecated-tree-api" in capsys.readouterr().out
    assert main(["rule", "--all", "--output-format", "json"]) == 0
    codes = [rule["code"] for rule in json.loads(capsys.readouterr().out)]
    assert codes == sorted(codes)
    assert main(["rule", "--all", "--output-format", "markdown"]) == 0
    assert capsys.readouterr().out.count("\n# ") == len(codes) - 1


def test_rules_of_a_prefix(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "jol2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("JOL201")
    assert all(line.startswith("JOL2") for line in lines[:-2])
    assert main(["rule", "JOL2", "--output-format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == len(lines) - 2


def test_page_of_what_the_engine_reports(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "JOL000"]) == 0
    assert capsys.readouterr().out.startswith("# unparsable-file (JOL000)")


def test_rule_on_a_terminal_keeps_brackets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "JOL701", "--color", "always"]) == 0
    assert "\x1b[" in capsys.readouterr().out


def test_config_lists_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config"]) == 0
    listed = {line.split()[0] for line in capsys.readouterr().out.splitlines()}
    assert listed == {*TOP, *(f"verify.{key}" for key in VERIFY)}


def test_config_explains_a_setting(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "verify.timeout"]) == 0
    assert "Default: 120.0" in capsys.readouterr().out
    assert main(["config", "select", "--output-format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["default"] == ["ALL"]


def test_config_schema(capsys: pytest.CaptureFixture[str]) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    assert main(["config", "--output-format", "json"]) == 0
    schema = json.loads(capsys.readouterr().out)
    jsonschema.Draft7Validator.check_schema(schema)
    valid = {"select": ["ALL"], "verify": {"timeout": 5, "target": [{"function": "m:f"}]}}
    jsonschema.validate(valid, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"selct": []}, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"verify": {"target": [{"functoin": "m:f"}]}}, schema)
