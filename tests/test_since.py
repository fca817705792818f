"""`check --since`: findings on lines that changed."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from jaxopt_lint.changes.diff import FileDiff, Lines
from jaxopt_lint.changes.since import moved
from jaxopt_lint.cli.main import main

OLD = "import jax\n\nx = jax.tree_map(f, y)\n"


def git(*args: str) -> None:
    names = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *names, *args], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    (tmp_path / "old.py").write_text(OLD)
    git("init", "-q", "-b", "main")
    git("add", "-A")
    git("commit", "-qm", "one")
    return tmp_path


def rows(capsys: pytest.CaptureFixture[str], *args: str) -> list[tuple[str, int]]:
    capsys.readouterr()
    main([*args, "--output-format", "json"])
    return [(f["filename"], f["location"]["row"]) for f in json.loads(capsys.readouterr().out)]


def test_only_changed_lines(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rows(capsys, "--since", "HEAD") == []
    (repository / "old.py").write_text(OLD + "z = jax.tree_map(f, x)\n")
    assert rows(capsys, "--since", "HEAD") == [("old.py", 4)]
    git("commit", "-qam", "two")
    assert rows(capsys, "--since", "HEAD") == []
    assert rows(capsys, "--since", "HEAD~1") == [("old.py", 4)]
    assert main(["--since", "HEAD"]) == 0
    assert main(["--since", "HEAD~1"]) == 1


def test_new_files_count_whole(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (repository / "new.py").write_text(OLD)
    assert rows(capsys, "--since", "HEAD") == [("new.py", 3)]
    git("add", "new.py")
    assert rows(capsys, "--since", "HEAD") == [("new.py", 3)]
    assert rows(capsys, "--since", "HEAD", "old.py") == []


def test_what_the_other_branch_did_since_does_not_count(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    git("checkout", "-qb", "topic")
    (repository / "new.py").write_text(OLD)
    git("add", "-A")
    git("commit", "-qm", "topic")
    git("checkout", "-q", "main")
    (repository / "old.py").write_text("import jax\n")
    git("commit", "-qam", "main goes on")
    git("checkout", "-q", "topic")
    assert rows(capsys, "--since", "main") == [("new.py", 3)]


def test_fix_stays_on_changed_lines(repository: Path) -> None:
    new = OLD.replace("\n\n", "\n\na = jax.tree_leaves(\n    f)\n") + "z = jax.tree_map(f, x)\n"
    (repository / "old.py").write_text(new)
    assert main(["--since", "HEAD", "--fix", "-q"]) == 0
    fixed = new.replace("tree_leaves", "tree_util.tree_leaves").replace(
        "z = jax.tree_map", "z = jax.tree_util.tree_map"
    )
    assert (repository / "old.py").read_text() == fixed


def test_with_a_baseline(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (repository / "new.py").write_text(OLD)
    main(["baseline", "create"])
    assert rows(capsys, "--since", "HEAD") == []


def test_from_a_directory_below(
    repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository / "pkg").mkdir()
    (repository / "pkg" / "new.py").write_text(OLD)
    monkeypatch.chdir(repository / "pkg")
    assert rows(capsys, "--since", "HEAD") == [("pkg/new.py", 3)]


def test_unreadable_file_counts_if_it_changed(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / "broken.py").write_text("import jax\nx = (\n")
    git("add", "-A")
    git("commit", "-qm", "broken")
    assert rows(capsys, "--since", "HEAD") == []
    assert [path for path, _ in rows(capsys, "--since", "HEAD~1")] == ["broken.py"]


@pytest.mark.parametrize("revision", ["nowhere", "", "--help", "HEAD~9", "a b"])
def test_unknown_revision(
    repository: Path, capsys: pytest.CaptureFixture[str], revision: str
) -> None:
    assert main([f"--since={revision}"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("error: ")


def test_shallow_clone_says_so(
    repository: Path, capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    (repository / "new.py").write_text(OLD)
    git("add", "-A")
    git("commit", "-qm", "two")
    clone = tmp_path_factory.mktemp("clone") / "it"
    git("clone", "-q", "--depth", "1", f"file://{repository}", str(clone))
    monkeypatch.chdir(clone)
    assert main(["--since", "HEAD~1"]) == 2
    assert "shallow clone" in capsys.readouterr().err


def test_outside_of_a_repository(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert main([str(tmp_path), "--since", "HEAD"]) == 2
    assert "not a git repository" in capsys.readouterr().err


def test_not_for_what_is_piped_in(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-", "--since", "HEAD"]) == 2
    assert "does not apply to standard input" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("new", "runs"),
    [
        ("a\nb\nc\nd\n", [(2, 3)]),
        ("x\na\nb\nc\nd\n", [(1, 1), (3, 4)]),
        ("a\nd\n", []),
        ("a\nb\nB\nc\nd\n", [(2, 4)]),
        ("a\nB\nc\nd\n", [(2, 3)]),
    ],
)
def test_lines_after_a_fix(new: str, runs: list[tuple[int, int]]) -> None:
    change = FileDiff("a.py", (Lines(2, 3),))
    assert moved(change, "a\nb\nc\nd\n", new).added == tuple(Lines(*run) for run in runs)
