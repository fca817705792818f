"""What the log of an observed run says of the way to some lines."""

from __future__ import annotations

import hashlib
from pathlib import Path

from jaxopt_lint.observe.child.events import Called, Dispatch, Place
from jaxopt_lint.observe.reading import Process, Run
from jaxopt_lint.observe.store import Header
from jaxopt_lint.verify.inputs.reruns import _lines_in_place
from jaxopt_lint.verify.inputs.ways import Way, Ways, narrowed

TEXT = "def mean(x, far):\n    if far:\n        x = x + 1\n    return x\n"
PART = "part.py"
FAST = Place("tests/test_part.py", 4, "test_fast")
FAR = Place("tests/test_part.py", 9, "TestFar.test_far.<locals>.inner")
INSIDE = Place("tests/test_part.py", 8, "TestFar.test_far")
MEAN = Place(PART, 1, "mean")
LATE = Place(PART, 3, "mean", 13)


def _ways(root: Path, *, cut: bool = False, text: str = TEXT, **options: object) -> Ways:
    (root / PART).write_text(text)
    process = Process(0, 1, 0, [], 0.0, "3.12", cut=cut, end=7.5)
    process.files[PART] = hashlib.sha256(TEXT.encode()).hexdigest()
    run = Run(Header("r", ["pytest"], "", "", 0.0, dict(options), ""), root, [process])
    run.events = [
        Called(place=MEAN, chain=(FAST,), first=1.0),
        Called(place=MEAN, chain=(FAR, INSIDE), first=5.0),
        Dispatch(place=Place("helper.py", 2, "more"), chain=(LATE, FAR, INSIDE), first=6.0),
    ]
    return Ways(run, root)


def test_the_tests_that_come_to_lines_are_told_not_those_that_come_to_the_function(
    tmp_path: Path,
) -> None:
    far = "tests/test_part.py::TestFar::test_far"
    ways = _ways(tmp_path)
    assert ways.to(PART, "mean", [3]) == Way((far,), 6.0)
    assert ways.to(PART, "mean", []) == Way(("tests/test_part.py::test_fast", far), 1.0)
    # Nothing that is told happened on line 4, which may still have run.
    assert ways.to(PART, "mean", [4]) == ways.to(PART, "mean", [])


def test_what_was_not_called_is_told_only_by_a_run_that_saw_all_of_the_same_file(
    tmp_path: Path,
) -> None:
    assert _ways(tmp_path).to(PART, "other", []) is None
    assert _ways(tmp_path, cut=True).to(PART, "other", []) == Way(after=7.5)
    assert _ways(tmp_path, cut=True).to(PART, "mean", [3]) == _ways(tmp_path).to(PART, "mean", [3])
    assert _ways(tmp_path, functions=["mean"]).to(PART, "other", []) == Way()
    assert _ways(tmp_path, text=TEXT + "\n").to(PART, "other", []) == Way()
    assert _ways(tmp_path).to("gone.py", "other", []) == Way()
    assert Ways.of(tmp_path / "none", tmp_path).to(PART, "other", []) == Way()


def test_a_command_of_pytest_runs_some_tests_alone(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_part.py").touch()
    test = "tests/test_part.py::test_fast"

    def some(*words: str, folder: Path = tmp_path) -> list[str]:
        return narrowed(words, [test], folder, tmp_path)

    assert some("python", "-m", "pytest", "-x", "tests") == ["python", "-m", "pytest", "-x", test]
    assert some("pytest", "-k", "tests", "tests/test_part.py::test_far", "-q") == [
        "pytest", "-k", "tests", "-q", test
    ]  # fmt: skip
    assert some("pytest", "test_part.py", folder=tmp_path / "tests") == [
        "pytest", "test_part.py::test_fast"
    ]  # fmt: skip
    for other in (["python", "train.py", "tests"], ["python", "-m", "train", "tests"], ["bash"]):
        assert some(*other) == other
    assert narrowed(["pytest", "tests"], [], tmp_path, tmp_path) == ["pytest", "tests"]


def test_lines_that_became_a_call_are_known(tmp_path: Path) -> None:
    text = "def f(x):\n    y = 1\n    lifted_code_3_out = lifted_code_3(x); z = 1\n\n    return z\n"
    text += "\n\ndef lifted_code_3(x):\n    return {}\n"
    assert [*_lines_in_place(text, "lifted_code_3")] == [3, 4]
    assert [*_lines_in_place(text, "lifted_code_9")] == []
