"""What findings look like."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from jaxopt_lint.finding import (
    Applicability,
    Check,
    Confidence,
    Edit,
    Evidence,
    Finding,
    Fix,
    Location,
    Promise,
    Severity,
    Verdict,
)
from jaxopt_lint.report import as_json, github
from jaxopt_lint.report.console import (
    Style,
    clean,
    count,
    one_line,
    wants_colour,
    wants_links,
    width,
)
from jaxopt_lint.report.diff import excerpt, unified
from jaxopt_lint.report.evidence import block
from jaxopt_lint.report.frame import frame
from jaxopt_lint.report.sources import Sources
from jaxopt_lint.report.statistics import statistics
from jaxopt_lint.report.text import concise, full, grouped, report, summary
from jaxopt_lint.verify.evidence import Reason

PLAIN = Style(False)
TEXT = """\
import jax

def per_example(params, xs):
    out = []
    for x in xs:
        out.append(predict(params, x))
    return out
"""
EVIDENCE = Evidence(
    Verdict.VERIFIED,
    inputs="4 recorded calls",
    checks=(
        Check("values", True, "f32 norm 2.1e-07 (tol 7.6e-06)"),
        Check("tree", True),
        Check("shape", True, "4 comparisons"),
        Check("vmap", None, "not applicable"),
    ),
    gain={
        "compile_seconds": {"before": 4.06, "after": 0.1},
        "flops": {"before": 7, "after": 7},
        "seconds_per_call": {
            "before": 225e-6,
            "after": 58e-6,
            "noise": 1.05,
            "claim": "3.9x faster (3.1x to 4.2x)",
            "inputs": "record 0",
        },
    },
    environment={"jax": "0.10.2"},
)


def make(**changes: object) -> Finding:
    fix = Fix(
        "Map over the batch with jax.vmap",
        "vmap",
        Promise.CLOSE,
        Applicability.UNSAFE,
        (Edit(Location(4, 5), Location(7, 15), "return jax.vmap(predict, (None, 0))(params, xs)"),),
    )
    values: dict[str, object] = {
        "code": "JOL201",
        "name": "python-loop-over-batch",
        "message": "loop over `xs` runs `predict` once for each example",
        "path": "train.py",
        "start": Location(5, 5),
        "end": Location(6, 39),
        "help": "map over the batch",
        "because": ("`xs` is an array",),
        "qualname": "per_example",
        "fix": fix,
        "fingerprint": "f" * 32,
    }
    return Finding(**{**values, **changes})  # type: ignore[arg-type]


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sources:
    (tmp_path / "train.py").write_text(TEXT)
    monkeypatch.chdir(tmp_path)
    return Sources(tmp_path)


def test_full(sources: Sources) -> None:
    shown = "\n".join(full(make(evidence=EVIDENCE), sources, PLAIN))
    assert (
        shown
        == """\
train.py:5:5: warning: loop over `xs` runs `predict` once for each example \
[JOL201 python-loop-over-batch]
  |
4 |     out = []
5 |     for x in xs:
  |     ^^^^^^^^^^^^
6 |         out.append(predict(params, x))
7 |     return out
  |
  = help: map over the batch
  = fix: Map over the batch with jax.vmap (same result up to rounding; \
--fix --verify or --unsafe-fixes applies it)
      3   def per_example(params, xs):
      4 -     out = []
      5 -     for x in xs:
      6 -         out.append(predict(params, x))
      7 -     return out
        +     return jax.vmap(predict, (None, 0))(params, xs)
  = verify: VERIFIED  every check passed on real inputs  [inputs: 4 recorded calls]
      values       ok  f32 norm 2.1e-07 (tol 7.6e-06)
      vmap         n/a  not applicable
      holds        ok  tree, shape
      gain         compile 4.06 s -> 100 ms (40.6x less)
                   run time 225 us -> 58 us, 3.9x faster (3.1x to 4.2x), on record 0
      unchanged    flops 7
      environment  jax 0.10.2"""
    )


def test_verbose_tells_how_sure_it_is_and_why(sources: Sources) -> None:
    sure = "\n".join(full(make(), sources, PLAIN, verbose=True))
    assert "  = because: `xs` is an array\n" in sure
    assert "  = confidence: high\n" in sure
    unsure = make(confidence=Confidence.MEDIUM, assumed=("`predict` is pure",))
    lean = "\n".join(full(unsure, sources, PLAIN))
    assert "because" not in lean
    assert "  = assuming: `predict` is pure\n  = confidence: medium\n" in lean


def test_refusal_is_shown(sources: Sources) -> None:
    shown = "\n".join(full(make(fix=None, refused="`predict` prints"), sources, PLAIN))
    assert "  = no fix: `predict` prints" in shown
    assert "confidence" not in shown
    shown = "\n".join(full(make(confidence=Confidence.LOW), sources, PLAIN))
    assert "  = confidence: low" in shown


def test_concise_marks_what_fix_would_apply(sources: Sources) -> None:
    finding = make()
    assert finding.fix is not None
    assert "JOL201 loop" in concise(finding, sources, PLAIN)
    assert "JOL201 [*] loop" in concise(finding, sources, PLAIN, unsafe=True)


@pytest.mark.parametrize(
    ("findings", "expected"),
    [
        ([], "No findings."),
        ([make(fix=None)], "Found 1 finding in 1 file: 1 warning."),
        (
            [make(), make(path="b.py", severity=Severity.ERROR)],
            "Found 2 findings in 2 files: 1 error, 1 warning.\n"
            "2 fixable with `--fix --verify` or `--unsafe-fixes`.",
        ),
    ],
)
def test_summary(findings: list[Finding], expected: str) -> None:
    assert summary(findings) == expected


def heads(lines: object) -> list[str]:
    return [line for line in "\n".join(lines).splitlines() if re.match(r"\w+\.py:", line)]  # type: ignore[call-overload]


def test_the_worst_comes_first_then_file_and_line(sources: Sources) -> None:
    found = [
        make(path="a.py", severity=Severity.INFO, message="one"),
        make(path="b.py", severity=Severity.ERROR, message="two"),
        make(path="b.py", start=Location(2, 1), severity=Severity.ERROR, message="three"),
        make(path="a.py", severity=Severity.ERROR, message="four"),
        make(path="a.py", message="five"),
    ]
    order = [line.split()[2] for line in heads(report(found, sources, PLAIN))]
    assert order == ["four", "three", "two", "five", "one"]
    order = [line.split()[2] for line in heads(report(found, sources, PLAIN, verbose=True))]
    assert order == ["four", "three", "two", "five", "one"]


def test_what_is_alike_in_a_file_is_told_once(sources: Sources) -> None:
    def at(row: int, **changes: object) -> Finding:
        return make(start=Location(row, 1), end=Location(row, 9), **changes)

    found = [at(row, message=f"`f{row}` and `g` take {row} s") for row in (2, 3, 4, 4)]
    found += [
        at(6, message="`f` takes 1 s and more"),  # another message
        at(6, path="other.py", message="`f` takes 1 s"),  # another file
        at(7, fix=None, message="`f` takes 1 s"),  # nothing to be done about it
        at(7, severity=Severity.INFO, message="`f` takes 1 s"),
    ]
    text = "\n".join(report(found, sources, PLAIN))
    assert len(heads([text])) == 5
    assert "  = and 3 more in this file: lines 3 (`f3`), 4 (`f4`)\n" in text
    assert text.count("more in this file") == 1
    assert len(heads(report(found, sources, PLAIN, verbose=True))) == len(found)
    assert "3 shown by their line only: `--verbose`" in summary(found, folded=True)
    assert "by their line" not in summary(found)


def test_what_is_alike_in_tests_is_told_once_for_all_of_them(sources: Sources) -> None:
    paths = ["tests/test_a.py", "tests/helpers.py", "tests/test_a.py", "src/b_test.py", "src/a.py"]
    found = [make(path=path, start=Location(i + 2, 1)) for i, path in enumerate(paths)]
    text = "\n".join(report(found, sources, PLAIN))
    assert text.count("[JOL201 ") == 2  # one of all tests, one of what they test
    assert "= and 3 more in 2 other files: tests/helpers.py:3, tests/test_a.py:2" in text


def test_a_habit_is_told_once_for_the_project(sources: Sources) -> None:
    found = [make(path=path, code="JOL604") for path in "ab"]
    found += [make(path=path, code="JOL604", fix=None) for path in "ab"]
    found += [make(path="c", code="JOL604", severity=Severity.INFO)]
    text = "\n".join(report(found, sources, PLAIN))
    assert text.count("[JOL604 ") == 2
    assert "1 more on this line; 2 more in 1 other file: b:" in text


def test_what_is_alike_on_one_line_is_only_counted(sources: Sources) -> None:
    def at(row: int, column: int) -> Finding:
        return make(start=Location(row, column), end=Location(row, column + 1))

    beside = [at(2, 1), at(2, 5)]
    text = "\n".join(report(beside, sources, PLAIN))
    assert "  = and 1 more on this line\n" in text
    text = "\n".join(report([*beside, at(3, 1)], sources, PLAIN))
    assert "  = and 2 more in this file: 1 on this line, line 3\n" in text


def test_what_was_measured_is_shown_of_each(sources: Sources) -> None:
    assert len(heads(report([make(evidence=EVIDENCE)] * 3, sources, PLAIN))) == 3


def test_many_lines_are_cut(sources: Sources) -> None:
    found = [make(start=Location(row, 1), end=Location(row, 9)) for row in range(1, 40)]
    text = "\n".join(report(found, sources, PLAIN))
    assert "38 more in this file: lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, ... 39" in text


def test_grouped(sources: Sources) -> None:
    error = {"severity": Severity.ERROR, "start": Location(15, 12), "message": "breaks"}
    found = [make(path="a.py"), make(path="a.py", **error), make(path="b.py", message="slow")]
    assert list(grouped(found, sources, PLAIN, unsafe=True)) == [
        "a.py:",
        "    5:5  warning  JOL201 [*] loop over `xs` runs `predict` once for each example",
        "  15:12  error    JOL201 [*] breaks",
        "",
        "b.py:",
        "  5:5  warning  JOL201 [*] slow",
        "",
    ]


def test_a_terminal_is_given_lines_that_fit(sources: Sources) -> None:
    path = "a/rather/long/name/of/a/file.py"
    long = Sources(Path("/nowhere"), {path: f"x = {'f(' * 60}y{')' * 60}\n" * 9})
    place = {"start": Location(3, 100), "end": Location(3, 104)}
    finding = make(path=path, **place, help="do this " * 20, fix=None)
    for style in (Style(width=60), Style(True, True, 60)):
        lines = "\n".join(report([finding], long, style)).splitlines()
        assert max(map(width, lines)) <= 60
        assert any("^" in line for line in lines)
        assert any("\u2026" in line for line in lines)
        plain = re.sub(r"\x1b\[[\d;]*m|\x1b\]8;;.*?\x1b\\", "", "\n".join(lines))
        assert re.search(r"\n    \S.*\[JOL201\s+python-loop-over-batch\]", plain)
        assert re.search(r"\n  = help: [do this]+\n          [do this]+\n", plain)
    whole = "\n".join(report([finding], long, PLAIN))
    assert "runs `predict` once for each example [JOL201" in whole


def test_carets_stay_below_what_they_mark_when_the_line_is_cut() -> None:
    line = "left = 1; " * 8 + "\u65e5\u672c = target; " + "right = 2; " * 8
    start = line.index("target") + 1
    for columns in (0, 40, 60, 80, 300):
        shown = frame([line], Location(1, start), Location(1, start + 6), Style(width=columns))
        row, carets = shown[1], shown[2]
        assert width(row[: row.index("target")]) == carets.index("^")
        assert carets.count("^") == 6
        assert columns == 0 or width(row) <= columns


def test_the_code_leads_to_its_page_on_a_terminal_only(sources: Sources) -> None:
    finding = make()
    link = Style(True, True, 200).link("JOL201", "https://example.org/JOL201\x1b]\n")
    assert link == "\x1b]8;;https://example.org/JOL201\u241b]\u240a\x1b\\JOL201\x1b]8;;\x1b\\"
    assert width(link) == 6
    assert Style(True, True).link("JOL201", "") == "JOL201"
    assert Style(True).link("JOL201", "https://example.org") == "JOL201"
    assert finding.url in concise(finding, sources, Style(True, True))
    for lines in ([concise(finding, sources, PLAIN)], full(finding, sources, Style(True))):
        assert "\x1b]8" not in "\n".join(lines)
    assert wants_links({"TERM": "xterm-256color"})
    assert not wants_links({"TERM": "dumb"})
    assert not wants_links({"TERM": "xterm", "FORCE_HYPERLINK": "0"})


def test_a_finding_is_one_line_whatever_the_file_is_called() -> None:
    evil = make(path="evil\n::set-output name=x::pwn.py", message="a\nb", fix=None)
    sources = Sources(Path("/nowhere"), {evil.path: "x\n"})
    made = [concise(evil, sources, PLAIN), *grouped([evil], sources, PLAIN)]
    made += report([evil], sources, PLAIN)
    assert not any(line.startswith("::") for text in made for line in text.splitlines())
    assert one_line("a\n\tb") == "a\u240a\u2409b"


def test_reasons_are_told_in_words() -> None:
    for reason in Reason:
        evidence = Evidence(Verdict.UNVERIFIED, reason=reason.value)
        (head, *_) = block(make(evidence=evidence), "train.py", PLAIN)
        assert reason.value not in head
        assert head.partition("UNVERIFIED  ")[2].islower() or "JAX" in head or "64" in head


def test_source_text_is_never_markup_nor_a_command(tmp_path: Path) -> None:
    text = "x: Optional[int] = '[bold red]' + '\x1b[2J\u202e'\n"
    sources = Sources(tmp_path, {"a.py": text})
    finding = make(path="a.py", start=Location(1, 1), end=Location(1, 9), fix=None,
                   message="`Optional[int]` \x1b[31m")  # fmt: skip
    for style in (PLAIN, Style(True)):
        shown = "\n".join(full(finding, sources, style))
        assert "Optional[int] = '[bold red]'" in shown
        assert "\x1b[2J" not in shown
        assert "\u202e" not in shown
        assert "\x1b[31m\n" not in shown


def test_carets_stand_below_wide_letters_and_tabs() -> None:
    lines = ["\tx = '日本' + f(a)"]
    start = lines[0].index("f(a)") + 1
    shown = frame(lines, Location(1, start), Location(1, start + 4), PLAIN)
    row, carets = shown[1], shown[2]
    assert width(row[: row.index("f(a)")]) == carets.index("^")
    assert carets.count("^") == 4


@pytest.mark.parametrize(
    ("start", "end"),
    [((1, 1), (1, 1)), ((1, 99), (1, 200)), ((3, 1), (99, 1)), ((9, 1), (9, 1)), ((2, 5), (1, 1))],
)
def test_frame_of_a_place_that_is_off(start: tuple[int, int], end: tuple[int, int]) -> None:
    frame(["import jax", "x", "y"], Location(*start), Location(*end), PLAIN)


def test_frame_of_a_long_block_is_cut() -> None:
    shown = frame([f"x{i} = {i}" for i in range(50)], Location(5, 1), Location(40, 3), PLAIN)
    assert len(shown) < 14
    assert any("x39" in line for line in shown)


def test_json_has_the_promised_keys() -> None:
    (data,) = json.loads(as_json.dumps([make(evidence=EVIDENCE)]))
    assert {
        "code", "name", "message", "severity", "filename", "location", "end_location", "fix",
        "url", "noqa_row", "cell", "promise", "verification", "confidence", "evidence",
        "fingerprint", "help", "refused",
    } <= set(data)  # fmt: skip
    assert data["location"] == {"row": 5, "column": 5}
    assert data["fix"]["applicability"] == "unsafe"
    assert data["fix"]["edits"][0]["end_location"] == {"row": 7, "column": 15}
    assert data["promise"] == "close"
    assert data["verification"]["verdict"] == "verified"
    assert data["verification"]["checks"][0] == {
        "name": "values", "passed": True, "detail": "f32 norm 2.1e-07 (tol 7.6e-06)",
        "error": None, "tolerance": None,
    }  # fmt: skip
    assert data["evidence"] == ["`xs` is an array"]


def test_json_has_no_nan() -> None:
    gain = {"noise": {"before": float("nan"), "after": float("inf")}}
    text = as_json.dumps([make(evidence=Evidence(Verdict.VERIFIED, gain=gain))])
    assert "NaN" not in text
    assert json.loads(text)[0]["verification"]["gain"]["noise"]["after"] == "inf"


def test_json_of_a_refused_fix_and_odd_text() -> None:
    text = as_json.dumps([make(fix=None, refused="no", path="b\udcffd.py")])
    assert text.isascii()
    (data,) = json.loads(text)
    assert (data["fix"], data["refused"], data["promise"]) == (None, "no", None)
    assert json.loads(as_json.dumps([])) == []


def test_github_escapes_and_puts_the_worst_first(tmp_path: Path) -> None:
    low = make(path="a,b:c.py", severity=Severity.INFO, end=Location(5, 9), help="")
    high = make(message="50% of\ntime", severity=Severity.ERROR, help="")
    first, second = github.lines([low, high], Sources(tmp_path))
    assert first.startswith("::error title=jaxopt-lint (JOL201),file=train.py,line=5,endLine=6::")
    assert first.endswith("50%25 of%0Atime")
    assert "file=a%2Cb%3Ac.py" in second
    assert "col=5,endColumn=9" in second


def test_github_says_what_it_will_not_show(tmp_path: Path) -> None:
    shown = list(github.lines([make()] * 13, Sources(tmp_path)))
    assert shown[-1].startswith("3 more")


def test_statistics() -> None:
    findings = [make(), make(), make(code="JOL301", name="other", fix=None)]
    assert statistics(findings, PLAIN).splitlines() == [
        "2  JOL201  [ ] python-loop-over-batch",
        "1  JOL301  [ ] other",
    ]
    table = json.loads(statistics(findings, PLAIN, as_json=True))
    assert table[0] == {
        "code": "JOL201", "name": "python-loop-over-batch", "count": 2, "fixable": 2, "safe": 0
    }  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a\nb\nc\n", "a\nB\nc\n"),
        ("a\nb", "a\nB"),
        ("a\nb\n", "a\nb"),
        ("a\r\nb\r\n", "a\r\nB\r\n"),
        ("a\x0cx\nb\u2028c\n", "a\x0cx\nB\u2028c\n"),
    ],
)
def test_diff_is_one_that_git_applies(tmp_path: Path, old: str, new: str) -> None:
    (tmp_path / "a.py").write_bytes(old.encode())
    patch = unified(old, new, "a.py", PLAIN)
    subprocess.run(["git", "apply", "-p1", "-"], input=patch.encode(), cwd=tmp_path, check=True)
    assert (tmp_path / "a.py").read_bytes() == new.encode()


def test_painted_diff_holds_the_same_words() -> None:
    painted = unified("a\nb\n", "a\n[red]c\n", "a.py", Style(True))
    assert re.sub(r"\x1b\[[\d;]*m", "", painted) == unified("a\nb\n", "a\n[red]c\n", "a.py", PLAIN)


def test_excerpt_of_an_edit_that_does_not_fit_is_empty() -> None:
    fix = make().fix
    assert fix is not None
    assert list(excerpt(["x"], fix, PLAIN)) == []


def test_excerpt_shows_only_the_places_that_change() -> None:
    lines = [f"line{i}" for i in range(1, 100)]
    edits = (
        Edit(Location(2, 1), Location(3, 1), ""),
        Edit(Location(50, 1), Location(50, 5), "word"),
        Edit(Location(99, 7), Location(99, 7), "\nmore"),
    )
    fix = Fix("t", "c", Promise.SAME, Applicability.SAFE, edits)
    assert [line.strip() for line in excerpt(lines, fix, PLAIN)] == [
        "1   line1",
        "2 - line2",
        "3   line3",
        "4   line4",
        "..",
        "49   line49",
        "50 - line50",
        "+ word50",
        "51   line51",
        "..",
        "98   line98",
        "99   line99",
        "+ more",
    ]
    assert len(list(excerpt(lines, fix, PLAIN, most=3))) == 4


def test_excerpt_keeps_what_stands_between_changes() -> None:
    lines = ["for x in xs:", "    y = f(x)", "    out.append(y)", "", "done()"]
    edits = (
        Edit(Location(1, 1), Location(1, 13), "def one(x):"),
        Edit(Location(3, 1), Location(3, 18), "    return y"),
    )
    fix = Fix("t", "c", Promise.SAME, Applicability.SAFE, edits)
    shown = [line.strip() for line in excerpt(lines, fix, PLAIN, seen={1, 2, 3, 5})]
    assert "2       y = f(x)" in shown
    assert not any("done()" in line for line in shown)


def test_evidence_block(sources: Sources) -> None:
    refuted = Evidence(Verdict.REFUTED, checks=(Check("values", False, "off by 0.2\nat [3]"),))
    lines = list(block(make(evidence=refuted), "train.py", PLAIN))
    assert lines[0].startswith("JOL201 train.py:5 per_example  Map over the batch with jax.vmap")
    assert "REFUTED" in lines[0]
    assert "FAILED  off by 0.2" in lines[1]
    assert list(block(make(), "train.py", PLAIN)) == []


@pytest.mark.parametrize(
    ("choice", "environment", "expected"),
    [
        ("auto", {}, False),
        ("always", {"NO_COLOR": "1"}, True),
        ("never", {"FORCE_COLOR": "1"}, False),
        ("auto", {"FORCE_COLOR": "1"}, True),
        ("auto", {"FORCE_COLOR": "0"}, False),
        ("auto", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ("auto", {"NO_COLOR": "", "FORCE_COLOR": "1"}, True),
    ],
)
def test_colour(choice: str, environment: dict[str, str], expected: bool) -> None:
    assert wants_colour(choice, None, environment) is expected


def test_words() -> None:
    assert [count(1, "fix"), count(2, "fix"), count(0, "file")] == ["1 fix", "2 fixes", "0 files"]
    assert clean("a\x1b\tb\x7f") == "a\u241b\tb\u2421"
