"""One cause is told once, in a file or in all; the others keep their fixes, for information."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main

CODE = """import jax


def halve(tree):
    return jax.tree_map(lambda x: x / 2, tree)


def double(tree):
    return jax.tree_map(lambda x: x * 2, jax.tree_map(abs, tree))


def leaves(tree):
    return jax.tree_leaves(tree)
"""
Check = Callable[..., dict[int, str]]


@pytest.fixture
def check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Check:
    (tmp_path / "train.py").write_text(CODE)
    monkeypatch.chdir(tmp_path)

    def lint(*options: str) -> dict[int, str]:
        command = ["check", "--no-cache", "--output-format", "json", *options, "train.py"]
        main(command)
        found = json.loads(capsys.readouterr().out)
        return {row["location"]["row"]: row["severity"] for row in reversed(found)}

    return lint


def test_the_first_of_a_cause_is_told(check: Check, capsys: pytest.CaptureFixture[str]) -> None:
    assert check() == {5: "error", 9: "info", 13: "error"}
    main(["check", "--no-cache", "--output-format", "json", "train.py"])
    first, second, third, other = json.loads(capsys.readouterr().out)
    assert [row["repeats"] for row in (first, second, third, other)] == [2, 0, 0, 0]
    assert second["lowered"] == third["lowered"] == {
        "severity": "error",
        "pattern": "@repeated",
        "why": "the finding on line 5 tells of the same",
        "told_by": first["fingerprint"],
    }  # fmt: skip


def test_text_counts_the_others(check: Check, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--no-cache", "train.py"]) == 1
    told = capsys.readouterr()
    assert "3 more in this file: lines 9, 13 (`jax.tree_leaves`)" in told.out
    assert "2 errors, 2 infos" in told.err + told.out
    assert "not shown" not in told.err + told.out
    main(["check", "--no-cache", "--output-format", "concise", "train.py"])
    told = capsys.readouterr()
    assert told.out.count("(and 2 more in this file)") == 1
    assert "train.py:9" not in told.out
    main(["check", "--no-cache", "--verbose", "train.py"])
    told = capsys.readouterr()
    assert "error elsewhere; lowered as the finding on line 5 tells of the same" in told.out


def test_all_of_a_cause_is_fixed(check: Check) -> None:
    main(["check", "--no-cache", "--fix", "train.py"])
    assert "jax.tree_map(" not in Path("train.py").read_text()


def test_where_the_first_is_silenced_the_next_is_told(check: Check) -> None:
    old = "lambda x: x / 2, tree)"
    Path("train.py").write_text(CODE.replace(old, f"{old}  # jaxopt-lint: ignore[JOL701] later"))
    assert check() == {9: "error", 13: "error"}


def test_where_the_first_is_in_the_baseline_the_next_is_told(check: Check) -> None:
    Path("train.py").write_text(CODE.partition("def double")[0])
    main(["baseline", "create", "train.py"])
    Path("train.py").write_text(CODE)
    assert check() == {9: "error", 13: "error"}


def test_a_change_is_told_of_what_it_brings(check: Check) -> None:
    def git(*command: str) -> None:
        who = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(["git", *who, *command], check=True, capture_output=True)

    Path("train.py").write_text(CODE.partition("def double")[0])
    git("init")
    git("add", "train.py")
    git("commit", "-m", "first")
    Path("train.py").write_text(CODE)
    assert check("--since", "HEAD") == {9: "error", 13: "error"}


def test_a_key_of_another_function_is_another_cause(check: Check) -> None:
    twice = "    a = jax.random.normal(key)\n    return a + jax.random.normal(key)\n"
    text = f"import jax\n\n\ndef one(key):\n{twice}\n\ndef two(key):\n{twice}"
    Path("train.py").write_text(text)
    assert check() == {6: "warning", 11: "warning"}


def test_what_matters_less_tells_of_nothing(check: Check) -> None:
    Path("train.py").write_text(CODE.replace("def halve", '"""Deprecated."""\n\n\ndef halve', 1))
    text = CODE.replace("(tree):\n", '(tree):\n    """Deprecated: use `double`."""\n', 1)
    Path("train.py").write_text(text)
    assert check() == {6: "info", 10: "error", 14: "error"}


def test_in_a_notebook_the_first_is_named_by_its_cell(
    check: Check, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    cells = [plain | {"source": cell} for cell in CODE.split("\n\n\n")]
    book = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    Path("train.ipynb").write_text(json.dumps(book))
    main(["check", "--no-cache", "--output-format", "json", "train.ipynb"])
    found = json.loads(capsys.readouterr().out)
    why = [row["lowered"]["why"] for row in found if row["lowered"]]
    assert why == ["the finding on line 2 of cell 2 tells of the same"] * 2


def _project(**files: str) -> None:
    for name, text in files.items():
        Path(f"{name}.py").write_text(text)


def test_a_name_that_is_gone_is_told_once_for_the_project(
    check: Check, capsys: pytest.CaptureFixture[str]
) -> None:
    once = "import jax\n\n\ndef total(tree):\n    return jax.tree_map(sum, tree)\n"
    more = "\n\ndef parts(tree):\n    return jax.tree_flatten(tree)\n"
    _project(a=once, b=once + more)
    assert main(["check", "--no-cache", "--output-format", "json", "."]) == 1
    found = json.loads(capsys.readouterr().out)
    told = [row for row in found if row["severity"] == "error"]
    places = [(row["filename"], row["location"]["row"]) for row in told]
    # `train.py` has most of the first name; other names are other causes.
    assert places == [("b.py", 9), ("train.py", 5), ("train.py", 13)]
    assert [row["repeats"] for row in told] == [0, 4, 0]
    why = {row["lowered"]["why"] for row in found if row["filename"] == "a.py"}
    assert why == {"the finding at train.py:5 tells of the same"}
    main(["check", "--no-cache", "."])
    assert "2 more in 2 other files: a.py:5, b.py:5" in capsys.readouterr().out
    main(["check", "--no-cache", "--output-format", "concise", "."])
    out = capsys.readouterr().out
    assert "(and 2 more in this file and 2 in other files)" in out
    assert "a.py" not in out


def test_what_is_said_of_a_name_of_a_file_is_told_in_each(check: Check) -> None:
    text = "import jax\n\n\ndef twice(key):\n    a = jax.random.normal(key)\n"
    text += "    return a + jax.random.normal(key)\n"
    _project(a=text, b=text)
    Path("train.py").unlink()
    main(["check", "--no-cache", "--output-format", "json", "-o", "out.json", "."])
    found = json.loads(Path("out.json").read_text())
    assert [row["filename"] for row in found if row["severity"] != "info"] == ["a.py", "b.py"]


def test_what_is_counted_once_more_in_a_function(check: Check) -> None:
    Path("train.py").write_text(
        "import jax\nimport jax.numpy as jnp\n\n\n"
        "@jax.jit\ndef parted(x):\n    low = jnp.where(x < 1)\n    high = jnp.where(x > 1)\n"
        "    return x[low], x[high], jnp.unique(x)\n\n\n"
        "@jax.jit\ndef kept(x):\n    low = x[x < 0]\n    return x[x > 0], low\n\n\n"
        "@jax.jit\ndef other(x):\n    return jnp.where(x < 1)\n"
    )
    command = ["--select", "JOL104"]
    assert check(*command) == {
        7: "error",
        8: "info",
        9: "info",  # the trace has stopped before
        14: "error",
        15: "info",
        20: "error",
    }


def test_what_jax_only_warns_of(check: Check) -> None:
    text = (
        "import jax\n\n\ndef step(x):\n    return x\n\n\nfast = jax.jit(step, static_argnums=2)\n"
    )
    Path("train.py").write_text(text)
    assert check() == {8: "error"}
    Path("requirements.txt").write_text("jax==0.4.20\n")
    assert check() == {8: "info"}
