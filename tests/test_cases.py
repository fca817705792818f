"""Golden pairs and near misses of every rule.

`cases/<rule>/<case>.before.py` is linted (its `want` comments name every finding of the rule, and
its severity where that is the point of the case: `# want: JOL102 (info) "lambda"`, which is the
one that it has where a run has shown the loss), rewritten (the result is `<case>.after.py`, and
rewriting that changes nothing) and executed: the harness runs both and compares values and
gradients. In `cases/<rule>/<case>.py`, a near miss, the rule stays silent.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from jaxopt_lint import registry
from jaxopt_lint.files.source import SourceFile, read_source
from jaxopt_lint.finding import Confidence
from jaxopt_lint.fixing.rounds import fix_project
from jaxopt_lint.running.engine import lint_source
from jaxopt_lint.running.opening import project_of
from jaxopt_lint.settings.config import Config

if TYPE_CHECKING:
    from executing import Executor

CASES = Path(__file__).parent / "cases"
WANT = re.compile(
    r"# want: (?P<codes>JOL\d{3}(?: JOL\d{3})*)"
    r"(?: \((?P<severity>\w+)\))?(?: \"(?P<text>[^\"]*)\")?"
)
BEFORE = sorted(CASES.glob("*/*.before.py"))
NEAR_MISSES = sorted(
    p for p in CASES.glob("*/*.py") if not p.name.endswith((".before.py", ".after.py"))
)


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.name.split('.')[0]}"


def golden_of(path: Path) -> Path:
    return path.with_name(path.name.replace(".before.", ".after."))


def without_wants(text: str) -> str:
    """A text without the comments that describe the original; they may have moved."""
    return re.sub(r"(?m)^ *# want: .*\n|  # want: .*", "", text)


def config_for(rule: str) -> Config:
    """The settings under which a rule is tried: alone, if it does not judge what others find."""
    about_comments = {r.name for r in registry.rules().values() if r.subject == "comments"}
    if rule in about_comments:
        return Config(root=CASES, ignore=tuple(about_comments - {rule}))
    return Config(root=CASES, select=(rule,), preview=True, min_confidence=Confidence.LOW)


def read(path: Path) -> SourceFile:
    return read_source(path, path.name)


def rewritten(source: SourceFile, rule: str) -> str:
    """What all fixes of a rule make of a text, those included that are only shown."""
    config = replace(config_for(rule), fixable=(rule,))
    result = fix_project(project_of([source], config), config, unsafe=True, display=True)
    assert not result.crashes, result.crashes
    for file in result.files:
        assert not file.error, file.error
        return file.new_text
    return source.text


@pytest.mark.parametrize("path", BEFORE, ids=name_of)
def test_findings_are_as_wanted(path: Path) -> None:
    source = read(path)
    result = lint_source(source, config_for(path.parent.name))
    assert not result.crashes, result.crashes
    found = sorted((f.start.row, f.code) for f in result.findings)
    wanted = []
    for row, line in enumerate(source.text.splitlines(), 1):
        match = WANT.search(line)
        if match is None:
            continue
        for code in match["codes"].split():
            wanted.append((row, code))
            here = [f for f in result.findings if (f.start.row, f.code) == (row, code)]
            texts = [f.message for f in here]
            assert not match["severity"] or {str(f.weight) for f in here} == {match["severity"]}
            if texts and match["text"]:
                assert any(re.search(match["text"], t) for t in texts), texts
    assert found == wanted, [f"{f.start.row}: {f.message}" for f in result.findings]
    for finding in result.findings:  # what is less than certain says what it assumes
        certain = finding.confidence is Confidence.HIGH
        assert certain != bool(finding.assumed), (finding.start.row, finding.message)


@pytest.mark.parametrize("path", NEAR_MISSES, ids=name_of)
def test_near_misses_stay_silent(path: Path) -> None:
    result = lint_source(read(path), config_for(path.parent.name))
    assert not result.crashes, result.crashes
    assert [f"{f.start.row}: {f.message}" for f in result.findings] == []


def update(golden: Path, text: str) -> bool:
    """Write a golden file; returns whether that changed it, so that it has to be run again."""
    if golden.exists() and golden.read_text(encoding="utf-8") == text:
        return False
    golden.write_text(text, encoding="utf-8")
    return True


@pytest.mark.parametrize("path", BEFORE, ids=name_of)
def test_rewrite_is_the_golden_one(path: Path, request: pytest.FixtureRequest) -> None:
    rule = registry.find_rule(path.parent.name)
    golden = golden_of(path)
    source = read(path)
    new = rewritten(source, rule.name)
    # The `want` comments describe the original only.
    expected = without_wants(new)
    written = False
    if request.config.getoption("--update") and expected != without_wants(source.text):
        written = update(golden, expected)
    if not golden.exists():
        assert new == source.text, "the rewrite has no .after.py"
        return
    assert expected == golden.read_text(encoding="utf-8")
    again = SourceFile(source.path, source.display, b"", new, "utf-8", "\n")
    assert rewritten(again, rule.name) == new, "a second run changes more"
    if written and runs(path):
        request.getfixturevalue("executor").assert_same(path, golden)


def runs(path: Path) -> bool:
    return not path.read_text(encoding="utf-8").startswith("# not executed:")


EXECUTED = [path for path in BEFORE if golden_of(path).exists() and runs(path)]


@pytest.mark.pair
@pytest.mark.parametrize("path", EXECUTED, ids=name_of)
def test_golden_pair_computes_the_same(path: Path, executor: Executor) -> None:
    executor.assert_same(path, golden_of(path))


@pytest.mark.pair
@pytest.mark.parametrize("path", random.Random(0).sample(EXECUTED, 4), ids=name_of)
def test_golden_pair_computes_the_same_as_users_compile_it(
    path: Path, executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executor, "optimize", True)
    executor.assert_same(path, golden_of(path))


@pytest.mark.parametrize("name", sorted(registry.rules()))
def test_every_rule_has_cases(name: str) -> None:
    mine = CASES / name
    assert list(mine.glob("*.before.py")), f"{name} has no positive case"
    assert [p for p in NEAR_MISSES if p.parent == mine], f"{name} has no near miss"


@pytest.mark.parametrize("name", sorted(registry.codemod_names()))
def test_every_codemod_has_a_golden_pair(name: str) -> None:
    rules = [r.name for r in registry.rules().values() if name in (r.fix, *r.other_fixes)]
    pairs = [p for r in rules for p in (CASES / r).glob("*.after.py")]
    # Those that no rule proposes: see test_rewrites.py.
    pairs += (CASES / "rewrite" / name).glob("*.after.py")
    assert pairs, f"no golden pair shows what {name} makes"
