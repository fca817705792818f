"""Which findings a comment silences."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path

import pytest

from jaxopt_lint import registry
from jaxopt_lint.cli.main import main
from jaxopt_lint.files.suppressions import Suppressions, with_selectors, without
from jaxopt_lint.finding import Finding, Location

NAME = "python-loop-over-batch"


def finding(row: int, code: str = "JOL201", name: str = NAME) -> Finding:
    place = Location(row, 1)
    return Finding(code, name, "m", "a.py", place, place)


def silenced(text: str, *, code: str = "JOL201", name: str = NAME) -> list[int]:
    """The rows on which a finding would be silenced."""
    text = textwrap.dedent(text)
    found = Suppressions.parse(text)
    rows = range(1, text.count("\n") + 2)
    return [row for row in rows if found.covers(finding(row, code, name))]


@pytest.mark.parametrize(
    "comment",
    [
        "# jaxopt-lint: ignore[JOL201]",
        "# jaxopt-lint: ignore[JOL201] three items, never more",
        "#jaxopt-lint:ignore[ python-loop-over-batch ]",
        "# jaxopt-lint: ignore[JOL101, JOL201]",
        "# jaxopt-lint: ignore[JOL2]",
        "# jaxopt-lint: ignore[jol201]",
        "# type: ignore  # jaxopt-lint: ignore[JOL201]",
        "# noqa",
        "# NOQA",
        "# noqa please",
        "# noqa: JOL201",
        "# noqa:JOL201,E501",
        "# noqa: E501 JOL201",
        "# noqa : JOL2",
        "# noqa: python-loop-over-batch",
        "# type: ignore # noqa: JOL201",
        "# noqa: E501 # noqa: JOL201",
    ],
)
def test_inline_comment_silences_its_line(comment: str) -> None:
    assert silenced(f"a = 1\nb = 2  {comment}\nc = 3\n") == [2]


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa: E501",
        "# noqa: JOL202",
        "# noqa:",
        "# noqa: because",
        "# noqally",
        "# jaxopt-lint: ignore",
        "# jaxopt-lint: ignore[]",
        "# jaxopt-lint: ignore[JOL202]",
        "# jaxopt-lint: ignore[loop]",
        "# jaxopt-lint: ignored[JOL201]",
        "# other-lint: ignore[JOL201]",
    ],
)
def test_comment_that_means_something_else(comment: str) -> None:
    assert silenced(f"b = 2  {comment}\n") == []


def test_strings_are_no_comments() -> None:
    assert silenced('b = "# noqa"\nc = """\n# jaxopt-lint: ignore[JOL201]\n"""\n') == []


def test_any_row_of_a_long_statement_speaks_for_all_of_it() -> None:
    text = """\
        a = 1
        b = f(
            x,  # jaxopt-lint: ignore[JOL201]
            y,
        )
        c = 3
    """
    assert silenced(text) == [2, 3, 4, 5]
    assert silenced("a = f(1,\n  2)  # noqa\nb = 2\n") == [1, 2]
    assert silenced("a = 1 + \\\n  2  # noqa\nb = 2\n") == [1, 2]
    assert silenced('a = """\n\n"""  # noqa: JOL201\nb = 2\n') == [1, 2, 3]


def test_header_of_a_block_does_not_speak_for_its_body() -> None:
    assert silenced("for x in y:  # noqa\n    f(x)\n") == [1]


def test_own_line_covers_the_next_statement() -> None:
    text = """\
        # jaxopt-lint: ignore[JOL201] why
        # and more words

        b = f(
            x)
        c = 3
    """
    assert silenced(text) == [4, 5]


def test_noqa_on_its_own_line_covers_nothing_else() -> None:
    assert silenced("# noqa\nb = 2\n") == [1]


def test_decorators_and_header_are_one() -> None:
    text = """\
        @jax.jit
        @other(  # jaxopt-lint: ignore[JOL201]
            1)
        def f(x):
            return x
    """
    assert silenced(text) == [1, 2, 3, 4]
    assert silenced("# jaxopt-lint: ignore[JOL201]\n@jax.jit\ndef f(x):\n    pass\n") == [2, 3]


def test_block_until_enable() -> None:
    text = """\
        a = 1
        # jaxopt-lint: disable[JOL201]
        b = 2
        # jaxopt-lint: enable[JOL201]
        c = 3
    """
    assert silenced(text) == [2, 3]


def test_block_ends_at_dedent() -> None:
    text = """\
        def f():
            # jaxopt-lint: disable[JOL201]
            for x in y:
                g(x)

            return 1
        z = 2
    """
    assert silenced(text) == [2, 3, 4, 5, 6]


def test_block_to_the_end_of_the_file() -> None:
    assert silenced("a = 1\n# jaxopt-lint: disable[JOL201]\nb = 2\nc = 3") == [2, 3, 4]


def test_enable_names_what_it_ends() -> None:
    text = """\
        # jaxopt-lint: disable[JOL201, JOL301]
        a = 1
        # jaxopt-lint: enable[JOL201]
        b = 2
        # jaxopt-lint: enable[JOL301]
        c = 3
    """
    assert silenced(text) == [1, 2]
    assert silenced(text, code="JOL301", name="other-rule") == [1, 2, 3, 4]


def test_file_ignore_covers_everything() -> None:
    assert silenced("a = 1\nb = 2\n# jaxopt-lint: file-ignore[JOL201]\n") == [1, 2, 3, 4]


@pytest.mark.parametrize("text", ["x = (  # noqa\ny = 1\n", "  x = 1  # noqa\n y\n", "'''\n# noqa"])
def test_text_that_does_not_tokenize(text: str) -> None:
    Suppressions.parse(text)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    text = end.join(["a = 1", "b = 2  # noqa", "c = 3", ""])
    found = Suppressions.parse(text)
    assert [row for row in (1, 2, 3) if found.covers(finding(row))] == [2]


def test_unused() -> None:
    text = (
        "a = 1  # jaxopt-lint: ignore[JOL201, JOL301]\nb = 2  # noqa: JOL202, E501\nc = 3  # noqa\n"
    )
    found = Suppressions.parse(text)
    assert found.covers(finding(1))
    assert [(entry.row, idle) for entry, idle in found.unused()] == [
        (1, ("JOL301",)),
        (2, ("JOL202",)),
    ]


@pytest.mark.parametrize(
    ("comment", "idle", "rest"),
    [
        ("#jaxopt-lint: ignore[JOL1, JOL201] why", ["JOL201"], "#jaxopt-lint: ignore[JOL1] why"),
        ("# jaxopt-lint: ignore[JOL101] why", ["JOL101"], ""),
        ("# jaxopt-lint: ignore[JOL101] why  # keep", ["JOL101"], "# keep"),
        ("# type: ignore  # jaxopt-lint: ignore[JOL101]", ["JOL101"], "# type: ignore"),
        ("# noqa: JOL202, E501", ["JOL202"], "# noqa: E501"),
        ("# noqa: E501,JOL202 why", ["JOL202"], "# noqa: E501 why"),
        ("# noqa: JOL202 why", ["JOL202"], ""),
        ("# a  # noqa: JOL202  # b", ["JOL202"], "# a  # b"),
    ],
)  # fmt: skip
def test_comment_without_a_selector(comment: str, idle: list[str], rest: str) -> None:
    (entry,) = Suppressions.parse(f"x = 1  {comment}\n").entries
    assert without(entry, idle) == rest


@pytest.mark.parametrize(
    ("comment", "more"),
    [
        ("# jaxopt-lint: ignore[JOL101] why", "# jaxopt-lint: ignore[JOL101, a-b] why"),
        ("# x  # jaxopt-lint:ignore[JOL101]  # y", "# x  # jaxopt-lint:ignore[JOL101, a-b]  # y"),
    ],
)
def test_comment_with_one_more_selector(comment: str, more: str) -> None:
    (entry,) = Suppressions.parse(f"x = 1  {comment}\n").entries
    assert with_selectors(entry, ["a-b"]) == more


@pytest.mark.parametrize(
    ("comment", "reason"),
    [
        ("# jaxopt-lint: ignore[JOL101] three items, never more", "three items, never more"),
        ("# jaxopt-lint: ignore[JOL101]: three items  # other", "three items"),
        ("# jaxopt-lint: ignore[JOL101]", ""),
        ("# noqa: JOL101", ""),
    ],
)
def test_reason(comment: str, reason: str) -> None:
    (entry,) = Suppressions.parse(f"x = 1  {comment}\n").entries
    assert entry.reason == reason


# -- idle comments in a project -----------------------------------------------------------

IDLE = "import jax\n\n\ndef f(x):\n    return x  # jaxopt-lint: ignore[JOL201] few\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    (tmp_path / "idle.py").write_text(IDLE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def codes(capsys: pytest.CaptureFixture[str], *args: str) -> list[str]:
    main([*args, "--output-format", "json"])
    return [finding["code"] for finding in json.loads(capsys.readouterr().out)]


def test_idle_comment_is_reported_and_removed(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert codes(capsys) == ["JOL002"]
    assert codes(capsys) == ["JOL002"]  # from the cache
    assert main(["--fix", "-q"]) == 0
    assert (project / "idle.py").read_text() == IDLE.partition("  #")[0] + "\n"


def test_rule_has_to_run(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert codes(capsys, "--ignore", "JOL201") == []
    assert codes(capsys, "--select", "JOL001,JOL002") == []
    assert codes(capsys, "--ignore", "unused-suppression") == []
    assert codes(capsys, "--ignore-noqa") == []


def test_setting_that_hides_the_finding_does_not_make_its_comment_idle(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "idle.py").write_text("import jax\n\njax.tree_map(f, x)  # noqa: JOL701\n")
    assert codes(capsys) == []
    assert codes(capsys, "--config", 'per-file-ignores = {"*" = ["JOL701"]}') == []


def test_other_files_can_be_the_reason(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert codes(capsys, "idle.py") == ["JOL002"]  # there is nothing else in the project
    (project / "train.py").write_text("import jax\nimport idle\n\nstep = jax.jit(idle.f)\n")
    assert codes(capsys, "idle.py") == []
    assert codes(capsys, ".") == ["JOL002"]
    (project / "train.py").write_text("import jax\n")
    assert codes(capsys, "idle.py") == ["JOL002"]


def test_rule_that_crashed_has_not_run(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = registry.find_rule("JOL201")

    def explode(self: object, facts: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(rule, "__init__", explode)
    monkeypatch.setattr(rule, "words", ())
    assert codes(capsys, "-n") == []


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_whole_line_goes_with_its_comment(project: Path, end: str) -> None:
    lines = ["import jax", "# jaxopt-lint: ignore[JOL201] few", "x = jax.numpy.ones(3)", ""]
    (project / "idle.py").write_bytes(end.join(lines).encode())
    assert main(["--fix", "-q"]) == 0
    assert (project / "idle.py").read_bytes() == end.join([lines[0], *lines[2:]]).encode()
