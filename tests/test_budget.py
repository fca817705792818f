"""Verdicts come one by one, those that matter most first, and end with the budget."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.finding import Evidence, Finding, Verdict
from jaxopt_lint.verify.budget import Budget, BudgetSpent, FixSpent, Share, for_one_fix, shorter
from jaxopt_lint.verify.evidence import Reason, unverified
from jaxopt_lint.verify.inputs.order import decided
from jaxopt_lint.verify.inputs.plan import Asked, Missing, Plan
from jaxopt_lint.verify.settings import VerifySettings

# An error each, and a warning that is fixed, too.
OLD = "import jax\n\n\ndef f(t):\n    return jax.tree_map(abs, t)\n"
SYNC = (
    "import jax\nimport jax.numpy as jnp\n\n\n@jax.jit\ndef rows(x):\n"
    "    out = jnp.zeros(x.shape)\n"
    "    for i in range(x.shape[0]):\n        out = out.at[i].set(jnp.tanh(x[i]))\n    return out\n"
    "\n\nrows(jnp.ones((64, 8)))\n"
)

Judge = Callable[[object, str, Finding], Evidence]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    (tmp_path / "a.py").write_text(SYNC)
    (tmp_path / "b.py").write_text(OLD)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JAXOPT_LINT_NO_CACHE", "1")
    return tmp_path


def judged_by(monkeypatch: pytest.MonkeyPatch, judge: Judge) -> None:
    from jaxopt_lint.fixing import judging

    @contextmanager
    def answer(*args: object, **more: object) -> Iterator[Judge]:
        yield judge

    monkeypatch.setattr(judging, "judging", answer)


def test_what_matters_most_is_judged_first(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[str] = []

    def judge(facts: object, text: str, finding: Finding) -> Evidence:
        seen.append(finding.code)
        return Evidence(Verdict.REFUTED)

    judged_by(monkeypatch, judge)
    assert main(["verify", "."]) == 1
    assert seen == ["JOL701", "JOL201"]  # an error before a warning, whichever file it is in
    shown = [line.split()[0] for line in capsys.readouterr().out.splitlines() if "JOL" in line]
    assert shown == seen


@pytest.mark.parametrize("to_file", [False, True])
def test_verdicts_are_told_one_by_one(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    to_file: bool,
) -> None:  # fmt: skip
    file = project / "evidence.txt"
    file.write_text("of another run\n")
    before: list[str] = []

    def judge(facts: object, text: str, finding: Finding) -> Evidence:
        before.append(file.read_text() if to_file else capsys.readouterr().out)
        if len(before) == 2:
            raise KeyboardInterrupt
        return Evidence(Verdict.PROVED)

    judged_by(monkeypatch, judge)
    assert main(["verify", ".", *(["-o", str(file)] if to_file else [])]) == 130
    # The first verdict was out when the second fix came up, and it stays.
    assert before[0] == ("of another run\n" if to_file else "")
    assert before[1].startswith("JOL701 b.py:5 f") and "PROVED" in before[1]


def test_fixing_tells_them_as_well(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[str] = []

    def judge(facts: object, text: str, finding: Finding) -> Evidence:
        told.append(capsys.readouterr().err)
        return Evidence(Verdict.REFUTED)

    judged_by(monkeypatch, judge)
    assert main(["--fix", "--verify", "."]) == 1
    assert told[0] == ""
    assert told[1].startswith("JOL701 b.py:5 f") and told[1].count("REFUTED") == 1
    assert "JOL701" not in capsys.readouterr().err


def test_what_the_budget_does_not_reach_is_said(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = [0.0]
    monkeypatch.setattr("jaxopt_lint.verify.budget.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("jaxopt_lint.fixing.judging.alike", lambda *_: None)

    def verify_change(*args: object, **more: object) -> dict[str, Evidence]:
        clock[0] += 100.0
        return {"b:f": Evidence(Verdict.PROVED)}

    monkeypatch.setattr("jaxopt_lint.verify.harness.verify_change", verify_change)
    assert main(["verify", ".", "--budget", "1m", "--output-format", "json"]) == 0
    found = {row["code"]: row["verification"] for row in json.loads(capsys.readouterr().out)}
    assert found["JOL701"]["verdict"] == "proved"
    assert (found["JOL201"]["verdict"], found["JOL201"]["reason"]) == ("unverified", "NOT_REACHED")
    shutil.rmtree(project / ".jaxopt_lint_cache")  # with the verdict that is kept
    assert main(["verify", ".", "--budget", "1m"]) == 0
    assert "The budget ended before 1 of them" in capsys.readouterr().err
    shutil.rmtree(project / ".jaxopt_lint_cache")
    clock[0] = 0.0
    assert main(["--fix", "--verify", ".", "--budget", "60s"]) == 1
    assert "JOL201" in capsys.readouterr().out
    assert (project / "a.py").read_text() == SYNC and (project / "b.py").read_text() != OLD


@pytest.mark.parametrize("text", ["0", "-1", "soon", "5d", "1m30s"])
def test_a_budget_is_a_time(project: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert main(["verify", ".", "--budget", text]) == 2
    assert "is no time such as 90s, 2m or 1h" in capsys.readouterr().err


def test_the_configuration_may_name_a_budget(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from jaxopt_lint.cli.harness import settings_of
    from jaxopt_lint.settings.configfile import load_config

    (project / "pyproject.toml").write_text(
        "[tool.jaxopt-lint.verify]\nbudget = 300\nsynthesis = false\n"
    )
    settings = settings_of(load_config(project))
    assert settings.budget is not None and settings.budget.seconds == 300
    assert not settings.make_up
    given = settings_of(load_config(project), {"budget": 60.0, "synthesis": True})
    assert given.budget is not None and given.budget.seconds == 60 and given.make_up


def test_a_time_limit_is_no_longer_than_the_budget() -> None:
    assert shorter(120, None) == 120
    assert shorter(120, Budget(60)) <= 60 and shorter(5, Budget(60)) == 5
    with pytest.raises(BudgetSpent):
        shorter(120, Budget(0))


def test_a_fix_has_a_share_of_the_budget() -> None:
    share = for_one_fix(20, Budget(30))
    assert share.seconds == 60 and 20 < share.left <= 30 and not share.alone
    assert for_one_fix(5, share) is share  # which covers all that is asked about the fix
    with pytest.raises(FixSpent):
        shorter(20, Share(0, Budget(30)))
    with pytest.raises(BudgetSpent) as told:
        shorter(20, Share(60, Budget(0)))
    assert not isinstance(told.value, FixSpent)


class Source:
    """One that has an answer of no use, or looks at the time first."""

    def __init__(self, name: str, settings: VerifySettings | None = None) -> None:
        self.name = name
        self.settings = settings

    def plan(self, _: Asked) -> Plan | Missing | None:
        if self.settings is None:
            return Missing(Reason.NEVER_CALLED, "no call of it was recorded")
        shorter(self.settings.timeout, self.settings.budget)
        return Plan({}, "a plan")


@pytest.mark.parametrize("late", ["plan", "run"])
def test_a_fix_that_takes_too_long_says_which_inputs_were_tried(tmp_path: Path, late: str) -> None:
    settings = VerifySettings(timeout=20, budget=Share(0, Budget(30)))
    asked = Asked("m:f", "", tmp_path, settings)
    sources = [Source("recorded"), Source("tests", settings if late == "plan" else None)]
    if late == "run":
        sources[1] = Source("tests", VerifySettings(timeout=20))

    def run(plan: Plan) -> Evidence:
        shorter(settings.timeout, settings.budget)
        return unverified(Reason.ORIGINAL_RAISES)

    found = decided(asked, run, sources)
    assert found.reason == Reason.TIMEOUT
    said = found.checks[0].detail
    assert "inputs from `tests` were tried" in said and "no call of it was recorded" in said
