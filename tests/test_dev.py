"""The scaffold of a new rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from jaxopt_lint import registry
from jaxopt_lint.cli import dev


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    return tmp_path


def new_rule(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(dev.main, ["new-rule", *arguments])
    return result.exit_code, result.output


def test_the_code_after_the_last_of_its_kind_is_taken(checkout: Path) -> None:
    last = max(r.code for r in registry.rules().values() if r.code.startswith("JOL2"))
    status, output = new_rule("scan-of-one", "--kind", "loops", "--fix", "direct-call-of-one")
    assert status == 0, output
    code = f"JOL{int(last[3:]) + 1}"
    assert f'code = "{code}"' in (checkout / "rules" / "scan_of_one.py").read_text()
    case = checkout / "tests" / "cases" / "scan-of-one" / "basic.before.py"
    assert f"# want: {code}" in case.read_text()
    assert "scripts/test tests/test_cases.py -k scan-of-one --update" in output


def test_what_is_there_is_not_written_over(checkout: Path) -> None:
    rule = next(iter(registry.rules().values()))
    for arguments in ((rule.name,), ("of-my-own", "--code", rule.code), ("Not-kebab",)):
        status, output = new_rule(*arguments, "--kind", "loops")
        assert status == 2, output
    assert list(checkout.iterdir()) == []
    assert new_rule("of-my-own", "--kind", "loops")[0] == 0
    status, output = new_rule("of-my-own", "--kind", "loops")
    assert status == 2
    assert "exists" in output


def test_a_kind_whose_codes_have_run_out_says_so() -> None:
    with pytest.raises(Exception, match="name a free one with --code"):
        dev.next_code("loops", {"JOL299"})
