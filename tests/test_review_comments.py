"""What a review comment says, where it stands, and what its suggestion would write."""

import re
from pathlib import Path

import pytest

from jaxopt_lint.changes.brought import rows
from jaxopt_lint.changes.diff import FileDiff, Lines
from jaxopt_lint.files.source import SourceFile, from_stdin
from jaxopt_lint.finding import (
    Applicability,
    Check,
    Edit,
    Evidence,
    Finding,
    Fix,
    Location,
    Promise,
    Verdict,
)
from jaxopt_lint.review.comments import comment, marked
from jaxopt_lint.review.markdown import code, fence, prose
from jaxopt_lint.rewriting.edits import apply

TEXT = "import a\n\n\ndef f(x):\n    y = old(x)\n    z = old(y)\n    return z\n"
NAME = "a" * 32


def source(text: str, encoding: str = "utf-8") -> SourceFile:
    return from_stdin(text.encode(encoding), "m.py")


def edit(start: tuple[int, int], end: tuple[int, int], content: str) -> Edit:
    return Edit(Location(*start), Location(*end), content)


def finding(*edits: Edit, first: int = 5, last: int = 5, **changes: object) -> Finding:
    fix = Fix("Use `new`", "new", Promise.SAME, Applicability.SAFE, edits) if edits else None
    made = Finding("JOL999", "old-thing", "`old` is slow", "m.py", Location(first, 5),
                   Location(last, 15), fix=fix, fingerprint=NAME)  # fmt: skip
    return made.with_(**changes)


def diff(*added: tuple[int, int], hunk: tuple[int, int] = (1, 7)) -> FileDiff:
    return FileDiff("m.py", tuple(Lines(*run) for run in added), (Lines(*hunk),))


def accept(text: str, payload: dict[str, object]) -> str:
    """The file after a click on a comment's suggestion, as the forge does it."""
    match = re.search(r"^(`{3,})suggestion\n(.*?)^\1$", str(payload["body"]), re.M | re.S)
    assert match is not None, payload["body"]
    last = int(str(payload["line"]))
    first = int(str(payload.get("start_line", last)))
    lines = text.split("\n")
    lines[first - 1 : last] = match[2].split("\n")[:-1]
    return "\n".join(lines)


ONE = edit((5, 9), (5, 12), "new")
MANY = (
    (ONE,),
    (edit((5, 9), (5, 15), "new(\n        x\n    )"),),
    (ONE, edit((6, 9), (6, 12), "new")),
    (edit((5, 1), (6, 1), ""),),  # takes a line out
    (edit((5, 1), (7, 1), ""),),
    (edit((6, 1), (6, 1), "    # put in\n"),),
    (edit((5, 15), (5, 15), "\n    # put in"),),
    (edit((5, 5), (6, 15), "z = new(x)"),),
)


@pytest.mark.parametrize("edits", MANY)
def test_accepting_a_suggestion_is_applying_the_fix(edits: tuple[Edit, ...]) -> None:
    made = comment(finding(*edits), "m.py", source(TEXT), diff((4, 7)), context=False)
    assert made is not None
    payload = made.payload()
    assert accept(TEXT, payload) == apply(TEXT, edits)
    assert payload["path"] == "m.py" and payload["side"] == "RIGHT"
    assert ("start_line" in payload) == ("start_side" in payload)


def test_a_suggestion_of_several_lines_has_a_start() -> None:
    edits = (ONE, edit((6, 9), (6, 12), "new"))
    made = comment(finding(*edits), "m.py", source(TEXT), diff((4, 7)), context=False)
    assert made is not None
    payload = made.payload()
    assert (payload["start_line"], payload["line"]) == (5, 6)


def test_a_fix_outside_the_added_lines_is_a_patch() -> None:
    edits = (edit((1, 8), (1, 9), "b"), ONE)
    made = comment(finding(*edits), "m.py", source(TEXT), diff((5, 5)), context=False)
    assert made is not None
    assert "```suggestion" not in made.body
    assert "-import a\n+import b\n" in made.body and "```diff" in made.body
    assert made.lines == (5, 5)


def test_two_runs_of_added_lines_are_no_one_range() -> None:
    edits = (edit((4, 5), (4, 6), "g"), edit((6, 9), (6, 12), "new"))
    split = diff((4, 4), (6, 6))
    made = comment(finding(*edits, first=4, last=6), "m.py", source(TEXT), split, context=False)
    assert made is not None and "```suggestion" not in made.body
    assert made.lines == (4, 4)


def test_where_a_comment_stands() -> None:
    long = finding(first=3, last=6)
    assert comment(long, "m.py", source(TEXT), diff((5, 7)), context=False).lines == (5, 6)
    assert comment(long, "m.py", source(TEXT), diff((7, 7)), context=False) is None
    assert comment(long, "m.py", source(TEXT), diff((7, 7)), context=True).lines == (3, 6)
    assert comment(long, "m.py", source(TEXT), FileDiff("m.py"), context=True) is None


def test_a_range_that_ends_before_a_line_leaves_it_out() -> None:
    assert rows(finding().with_(end=Location(6, 1))) == (5, 5)
    assert rows(finding().with_(end=Location(5, 1))) == (5, 5)
    assert rows(finding(last=6)) == (5, 6)


@pytest.mark.parametrize(
    ("changes", "block"),
    [
        ({}, "suggestion"),
        ({"evidence": Evidence(Verdict.PROVED)}, "suggestion"),
        ({"evidence": Evidence(Verdict.UNVERIFIED, "TIMEOUT")}, "suggestion"),
        ({"evidence": Evidence(Verdict.VERIFIED, loses=True)}, "diff"),
        ({"evidence": Evidence(Verdict.REFUTED)}, None),
        ({"fix": None, "refused": "`f` prints"}, None),
    ],
)
def test_only_a_fix_that_may_be_applied_is_a_suggestion(
    changes: dict[str, object], block: str | None
) -> None:
    found = finding(ONE).with_(**changes)
    made = comment(found, "m.py", source(TEXT), diff((4, 7)), context=False)
    assert made is not None
    assert re.findall(r"^```(suggestion|diff)$", made.body, re.M) == ([block] if block else [])
    assert found.evidence is None or found.evidence.verdict.value.upper() in made.body


def test_a_fix_that_is_only_shown_is_a_patch() -> None:
    shown = Fix("Shard it", "shard-map", Promise.ASK, Applicability.DISPLAY, (ONE,))
    found = finding().with_(fix=shown)
    made = comment(found, "m.py", source(TEXT), diff((4, 7)), context=False)
    assert made is not None and "```diff" in made.body and "```suggestion" not in made.body
    assert "can change behaviour" in made.body


def test_what_a_comment_says() -> None:
    gain = {"equations": {"before": 30, "after": 10}}
    checks = (Check("values", True, "3 inputs"),)
    evidence = Evidence(Verdict.VERIFIED, checks=checks, inputs="a test", gain=gain)
    found = finding(ONE, help="use `new`", because=("`f` runs under jit",), evidence=evidence)
    made = comment(found, "m.py", source(TEXT), diff((4, 7)), context=False)
    assert made is not None
    for part in ("**JOL999**", "`old-thing`", "`old` is slow", "Use `new`", "`f` runs under jit",
                 "same result, bit for bit", "VERIFIED", "3 inputs", "3x less",
                 "/docs/rules/old-thing.md>)",
                 "`# jaxopt-lint: ignore[old-thing] reason` silences it"):  # fmt: skip
        assert part in made.body, part
    assert marked(made.body) == NAME


def test_no_advice_that_has_no_effect() -> None:
    found = finding().with_(code="JOL000", name="unparsable-file", fix=None)
    made = comment(found, "m.py", source(TEXT), diff((4, 7)), context=False)
    assert made is not None and "docs/rules/unparsable-file.md" in made.body
    assert "silences" not in made.body


@pytest.mark.parametrize("ends", ["\r\n", "\r", "\n\f\n"])
def test_line_ends(ends: str) -> None:
    text = TEXT.replace("\n\n\n", f"\n\n{ends}") if "\f" in ends else TEXT.replace("\n", ends)
    row = 6 if "\f" in ends else 5
    change = edit((row, 9), (row, 12), "new")
    where = diff((row, row), hunk=(1, 8))
    made = comment(finding(change, first=row, last=row), "m.py", source(text), where, context=False)
    if ends == "\r":  # to git the file is one line
        assert made is None
        return
    assert made is not None
    assert accept(text.replace("\r", ""), made.payload()) == apply(text, [change]).replace("\r", "")


def test_what_the_forge_would_spoil_is_a_patch() -> None:
    latin = "# -*- coding: latin-1 -*-\ny = old(x)  # \xe9\n"
    for text in (source(latin, "latin-1"), source("#\ny = old(x)\n", "utf-8-sig")):
        found = finding(edit((2, 5), (2, 8), "new"), first=2, last=2)
        made = comment(found, "m.py", text, diff((1, 2)), context=False)
        assert made is not None and "```suggestion" not in made.body
        assert "+y = new(x)" in made.body


def test_fences_and_markers_in_the_code_do_nothing() -> None:
    trap = '\n```\n<!-- jaxopt-lint:bbbb -->\n````\n"""'
    text = f'x = """\n{trap}\ny = old(x)\n'
    row = text.count("\n")
    found = finding(edit((row, 5), (row, 8), "new"), edit((1, 1), (1, 2), "w"), first=1, last=row)
    made = comment(found, "m.py", source(text), diff((1, row)), context=False)
    assert made is not None
    assert accept(text, made.payload()) == apply(text, found.fix.edits)
    assert marked(made.body) == NAME
    patch = comment(found, "m.py", source(text), diff((row, row)), context=False)
    assert patch is not None and "`````diff" in patch.body and marked(patch.body) == NAME


def test_a_long_patch_is_not_posted() -> None:
    text = "".join(f"name_{i} = old({i})\n" for i in range(2000))
    edits = tuple(
        edit((i + 1, 1), (i + 1, len(f"name_{i} = old({i})") + 1), f"name_{i} = new({i})")
        for i in range(2000)
    )
    made = comment(finding(*edits), "m.py", source(text), diff((5, 5)), context=False)
    assert made is not None
    assert "--diff" in made.body and len(made.body) < 5000


def test_a_file_that_cannot_be_read_has_a_comment_without_fix() -> None:
    made = comment(finding(ONE), "m.py", None, diff((4, 7)), context=False)
    assert made is not None and "```" not in made.body


def test_prose_is_inert() -> None:
    text = "@team see #12 and GH-3 <script> <!-- x --> [a](b) *b* _c_ `d<e>@f` `` g ` a_b"
    shown = prose(text)
    assert "<" not in shown.replace("`d<e>@f`", "")
    assert not re.search(r"(?<![\w`])(@\w|#\d|GH-\d)", shown.replace("`d<e>@f`", ""))
    assert "`d<e>@f`" in shown and "a_b" in shown
    assert r"\[a\]\(b\)" in shown and r"\*b\*" in shown
    assert prose("two\nlines") == "two lines"
    assert "\x1b" not in prose("\x1b[31m")


def test_code_spans_and_fences_outlast_their_content() -> None:
    assert code("a``b") == "```a``b```"
    assert code("`a") == "`` `a ``"
    assert fence("text", "a\n```\nb") == "````text\na\n```\nb\n````"
    assert fence("suggestion", "") == "```suggestion\n```"


def test_only_the_last_line_is_a_marker() -> None:
    assert marked("text\n<!-- jaxopt-lint:abc -->") == "abc"
    assert marked("text\n<!-- jaxopt-lint:abc -->\r\n") == "abc"
    assert marked("<!-- jaxopt-lint:abc -->\ntext") is None


def test_no_module_of_the_bot_uses_a_shell() -> None:
    folder = Path(__file__).parent.parent / "jaxopt_lint" / "review"
    for file in folder.glob("*.py"):
        assert not re.search(r"shell\s*=|os\.system|\beval\(|\bexec\(", file.read_text())
