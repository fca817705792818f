"""Golden pairs and near misses of every rule.

`cases/<rule>/<case>.before.py` is linted (its `want` comments name every finding of the rule),
rewritten (the result is `<case>.after.py`, and rewriting that changes nothing) and executed: the
harness runs both and compares values and gradients. In `cases/<rule>/<case>.py`, a near miss,
the rule stays silent.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from jaxopt_lint import registry
from jaxopt_lint.config import Config
from jaxopt_lint.engine import lint_source, project_of, selected
from jaxopt_lint.finding import Confidence, Verdict
from jaxopt_lint.fixing import FixResult, fix_file
from jaxopt_lint.source import SourceFile, read_source

CASES = Path(__file__).parent / "cases"
WANT = re.compile(r"# want: (?P<codes>JOL\d{3}(?: JOL\d{3})*)(?: \"(?P<text>[^\"]*)\")?")
BEFORE = sorted(CASES.glob("*/*.before.py"))
NEAR_MISSES = sorted(
    p for p in CASES.glob("*/*.py") if not p.name.endswith((".before.py", ".after.py"))
)


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.name.split('.')[0]}"


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
    config = config_for(rule)
    result = FixResult()
    opened = project_of([source], config)
    config = replace(config, fixable=(rule,))
    rules = selected(config)
    fix_file(source, opened.project, rules, config, result, unsafe=True, display=True)
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
            texts = [f.message for f in result.findings if (f.start.row, f.code) == (row, code)]
            if texts and match["text"]:
                assert any(re.search(match["text"], t) for t in texts), texts
    assert found == wanted, [f"{f.start.row}: {f.message}" for f in result.findings]


@pytest.mark.parametrize("path", BEFORE, ids=name_of)
def test_what_is_less_than_certain_says_what_it_assumes(path: Path) -> None:
    for finding in lint_source(read(path), config_for(path.parent.name)).findings:
        certain = finding.confidence is Confidence.HIGH
        assert certain != bool(finding.assumed), (finding.start.row, finding.message)


@pytest.mark.parametrize("path", NEAR_MISSES, ids=name_of)
def test_near_misses_stay_silent(path: Path) -> None:
    result = lint_source(read(path), config_for(path.parent.name))
    assert not result.crashes, result.crashes
    assert [f"{f.start.row}: {f.message}" for f in result.findings] == []


@pytest.mark.parametrize("path", BEFORE, ids=name_of)
def test_rewrite_is_the_golden_one(path: Path, request: pytest.FixtureRequest) -> None:
    rule = registry.find_rule(path.parent.name)
    golden = path.with_name(path.name.replace(".before.", ".after."))
    source = read(path)
    new = rewritten(source, rule.name)
    # The `want` comments describe the original only.
    expected = without_wants(new)
    if request.config.getoption("--update") and expected != without_wants(source.text):
        golden.write_text(expected, encoding="utf-8")
    if not golden.exists():
        assert new == source.text, "the rewrite has no .after.py"
        return
    assert expected == golden.read_text(encoding="utf-8")
    again = SourceFile(source.path, source.display, b"", new, "utf-8", "\n")
    assert rewritten(again, rule.name) == new, "a second run changes more"


def executed() -> list[Path]:
    out = []
    for path in BEFORE:
        golden = path.with_name(path.name.replace(".before.", ".after."))
        if golden.exists() and not path.read_text().startswith("# not executed:"):
            out.append(path)
    return out


@pytest.fixture(scope="module")
def sessions() -> Iterator[dict]:
    from jaxopt_lint.verify.session import Session
    from jaxopt_lint.verify.settings import VerifySettings

    running: dict[int, tuple] = {}

    def session(devices: int) -> tuple:
        if devices not in running:
            settings = VerifySettings(devices=devices, timing=False)
            running[devices] = (settings, Session(settings).__enter__())
        return running[devices]

    yield {"get": session}
    for _, started in running.values():
        started.__exit__(None, None, None)


@pytest.mark.executes
@pytest.mark.parametrize("path", executed(), ids=name_of)
def test_golden_pair_computes_the_same(path: Path, sessions: dict) -> None:
    from jaxopt_lint.verify.harness import verify_case

    first = path.read_text().splitlines()[0]
    devices = int(first.split(":")[1]) if first.startswith("# devices:") else 1
    settings, session = sessions["get"](devices)
    golden = path.with_name(path.name.replace(".before.", ".after."))
    evidence = verify_case(path, golden, settings, session=session)
    failed = [f"{c.name}: {c.detail}" for c in evidence.checks if c.passed is False]
    assert evidence.verdict in (Verdict.PROVED, Verdict.VERIFIED), (
        evidence.verdict, evidence.reason, failed or evidence.checks
    )  # fmt: skip


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


