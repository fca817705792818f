"""The scaffold of a new rule, and the list of facts."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from jaxopt_lint import registry
from jaxopt_lint.dev import __main__ as commands
from jaxopt_lint.dev import scaffold


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(scaffold, "ROOT", tmp_path)
    return tmp_path


def new_rule(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(commands.main, ["new-rule", *arguments])
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


def test_the_scaffold_is_a_rule_and_a_codemod_that_agree(checkout: Path) -> None:
    assert new_rule("scan-of-one", "--kind", "loops", "--fix", "direct-call-of-one")[0] == 0
    made: dict[str, Any] = {"__name__": "made"}
    for path in ("rules/scan_of_one.py", "codemods/direct_call_of_one.py"):
        exec((checkout / path).read_text(), made)
    rule, codemod = made["ScanOfOne"], made["DirectCallOfOne"]
    assert rule.fix == codemod.name
    assert rule.preview and rule.words == ("FILL-IN",)
    assert rule.match_types == codemod.match_types == (ast.Call,)


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
        scaffold.next_code("loops", {"JOL299"})


def test_facts_are_listed_with_who_asks() -> None:
    result = CliRunner().invoke(commands.main, ["facts"])
    assert result.exit_code == 0, result.output
    assert "key_reuses(facts) -> dict[ast.Call, KeyReuse]" in result.output
    after = result.output.partition("key_reuses(facts)")[2]
    assert "rule prng-key-reuse" in after.splitlines()[2]
    names = [line.partition("(")[0] for line in result.output.splitlines() if line[0] != " "]
    assert len(names) > 40 and not any("._" in name for name in names)
    # `staging.staged(facts)`: through the name of its module.
    assert "jax.tracing" in result.output.partition("staged(facts)")[2].splitlines()[2]


def test_facts_of_a_file_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "steps.py"
    file.write_text("import jax\n\nf = jax.jit(lambda x: x)\ng = jax.jit(lambda x: x + 1)\n")
    result = CliRunner().invoke(commands.main, ["facts", str(file)])
    assert result.exit_code == 0, result.output
    rows = {line.split()[-1]: line.split() for line in result.output.splitlines()[1:]}
    assert rows["semantics.jax.wraps.wraps"][1:3] == ["1", "2"]
    file.write_text("def f(:\n")
    result = CliRunner().invoke(commands.main, ["facts", str(file)])
    assert result.exit_code == 1 and result.output.startswith("Error: ")


def test_the_corpus_is_linted_with_the_environment_of_the_tests(tmp_path: Path) -> None:
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.write_text('#!/bin/sh\necho "in the environment: $@"\n')
    python.chmod(0o755)
    script = Path(__file__).parent.parent / "scripts" / "corpus"
    env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    env["JAXOPT_LINT_VENV"] = str(tmp_path)
    command = [sys.executable, "-S", str(script), "used", "some/project"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == f"in the environment: {script} used some/project", done.stderr
