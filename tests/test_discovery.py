"""Which files a run is about."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from jaxopt_lint.settings.config import Config, Glob
from jaxopt_lint.settings.configfile import load_config
from jaxopt_lint.settings.discovery import discover


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in (
        "a.py",
        "stub.pyi",
        "README.md",
        "pkg/b.py",
        "pkg/deep/c.py",
        "build/lib/d.py",
        ".venv/lib/e.py",
        "gen/f.py",
        "gen/keep.py",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    return tmp_path


def names(root: Path, *paths: str, config: Config | None = None) -> list[str]:
    config = config or Config(root=root)
    return [f.display for f in discover([root / p for p in paths or (".",)], config)]


def test_python_files_sorted_without_the_usual_places(tree: Path) -> None:
    assert names(tree) == [
        "a.py",
        "gen/f.py",
        "gen/keep.py",
        "pkg/b.py",
        "pkg/deep/c.py",
        "stub.pyi",
    ]


def test_each_file_once_and_marked_when_named(tree: Path) -> None:
    found = discover([tree, tree / "a.py", tree / "pkg"], Config(root=tree))
    assert len(found) == 6
    assert [f.display for f in found if f.explicit] == ["a.py"]


def test_gitignore_nested_and_negated(tree: Path) -> None:
    (tree / ".gitignore").write_text("gen/*\n!gen/keep.py\n/a.py\n")
    (tree / "pkg" / ".gitignore").write_text("deep/\n")
    assert names(tree) == ["gen/keep.py", "pkg/b.py", "stub.pyi"]
    assert "a.py" in names(tree, config=Config(root=tree, respect_gitignore=False))


def test_gitignore_above_counts_within_a_repository(tree: Path) -> None:
    (tree / ".git").mkdir()
    (tree / ".gitignore").write_text("deep\n")
    assert names(tree, "pkg") == ["pkg/b.py"]


def test_gitignore_of_the_project_counts_without_a_repository(tree: Path) -> None:
    (tree / ".gitignore").write_text("deep\n")
    assert names(tree, "pkg") == ["pkg/b.py"]
    assert names(tree, "pkg", config=Config(root=tree / "pkg")) == ["b.py", "deep/c.py"]


def test_ignored_directory_is_walked_when_named(tree: Path) -> None:
    (tree / ".git").mkdir()
    (tree / ".gitignore").write_text("gen/\n")
    assert names(tree, "gen") == ["gen/f.py", "gen/keep.py"]
    assert names(tree, "build") == ["build/lib/d.py"]


def test_line_that_git_would_skip_is_skipped(tree: Path) -> None:
    (tree / ".gitignore").write_bytes(b"gen/\n!\n\xff\xfe\n[z-\n")
    assert "gen/f.py" not in names(tree)


def test_exclude_and_extend_exclude(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tree)  # globs on the command line start from here
    config = load_config(tree, overrides={"extend-exclude": ["gen", "pkg/deep", "*.pyi"]})
    assert names(tree, config=config) == ["a.py", "pkg/b.py"]
    config = load_config(tree, overrides={"exclude": ["gen"]})
    assert "build/lib/d.py" in names(tree, config=config)
    assert "gen/f.py" not in names(tree, config=config)


def test_named_file_is_taken_unless_forced(tree: Path) -> None:
    assert names(tree, "build/lib/d.py") == ["build/lib/d.py"]
    assert names(tree, "build/lib/d.py", config=Config(root=tree, force_exclude=True)) == []
    (tree / ".gitignore").write_text("a.py\n")
    assert names(tree, "a.py") == ["a.py"]
    assert names(tree, "a.py", config=Config(root=tree, force_exclude=True)) == []


def test_path_that_is_not_there(tree: Path) -> None:
    (missing,) = discover([tree / "nope.py"], Config(root=tree))
    assert (missing.display, missing.error) == ("nope.py", "no such file or directory")


def test_notebooks_are_found_as_modules_are(tree: Path) -> None:
    (tree / "n.ipynb").write_text("{}")
    (tree / ".ipynb_checkpoints").mkdir()
    (tree / ".ipynb_checkpoints" / "n.ipynb").write_text("{}")
    assert names(tree, "n.ipynb") == ["n.ipynb"]
    assert [name for name in names(tree, ".") if name.endswith(".ipynb")] == ["n.ipynb"]
    config = Config(root=tree, extend_exclude=(Glob(tree, "*.ipynb"),))
    assert "n.ipynb" not in names(tree, ".", config=config)


def test_circle_of_links_ends_and_links_are_not_doubles(tree: Path) -> None:
    (tree / "pkg" / "loop").symlink_to(tree, target_is_directory=True)
    (tree / "alias.py").symlink_to(tree / "a.py")
    (tree / "self.py").symlink_to(tree / "self.py")
    (tree / "broken.py").symlink_to(tree / "gone.py")
    found = names(tree)
    assert "alias.py" not in found
    assert "a.py" in found
    assert not any("loop" in name or "self" in name or "broken" in name for name in found)
    assert names(tree, "alias.py") == ["alias.py"]


def test_outside_of_the_root_paths_are_absolute(tree: Path) -> None:
    config = Config(root=tree / "pkg")
    (found,) = discover([tree / "a.py"], config)
    assert found.display == (tree / "a.py").as_posix()


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_directory_that_cannot_be_read_is_reported(tree: Path) -> None:
    (tree / "gen").chmod(0)
    try:
        found = discover([tree], Config(root=tree))
    finally:
        (tree / "gen").chmod(0o755)
    assert [f.display for f in found if f.error] == ["gen"]
