"""One pair of copies of a project serves all changes of a run."""

from __future__ import annotations

import os
import shutil
import socket
from pathlib import Path
from typing import Any

import pytest

from jaxopt_lint.verify import copies as copying
from jaxopt_lint.verify import overlay
from jaxopt_lint.verify.copies import Copies
from jaxopt_lint.verify.overlay import copy_project, is_loose, snapshot


def tree(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text() if path.is_file() else "/"
        for path in folder.rglob("*")
    }


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "pkg").mkdir(parents=True)
    for name in ("pyproject.toml", "pkg/a.py", "pkg/b.py", "data.txt"):
        (root / name).write_text(f"# {name}\n")
    return root


def test_a_change_is_in_place_and_the_one_before_is_gone(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    copies = Copies(folder)
    a, b, plain = root / "pkg" / "a.py", root / "pkg" / "b.py", tree(root)
    copies.put(root, {a: ("x = 1\n", "x = 2\n")}, snapshot(root))
    assert tree(copies.old) == {**plain, "pkg/a.py": "x = 1\n"}
    assert tree(copies.new) == {**plain, "pkg/a.py": "x = 2\n"}
    copies.put(root, {b: ("y = 1\n", "y = 2\n")}, snapshot(root))
    assert tree(copies.old) == {**plain, "pkg/b.py": "y = 1\n"}
    assert tree(copies.new) == {**plain, "pkg/b.py": "y = 2\n"}
    assert tree(root) == plain


def test_what_code_did_to_a_copy_is_undone(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    copies, state = Copies(folder), snapshot(root)
    copies.put(root, {}, state)
    monkeypatch.delattr(copying, "copy_project")  # once is enough
    (copies.old / "build" / "deep").mkdir(parents=True)
    (copies.old / "build" / "deep" / "out.bin").write_text("made")
    (copies.old / "data.txt").write_text("# data.tx2\n")  # as long as it was
    (copies.new / "data.txt").unlink()
    shutil.rmtree(copies.new / "pkg")
    copies.put(root, {}, state)
    assert tree(copies.old) == tree(copies.new) == tree(root)


def test_another_state_of_the_project_is_copied_anew(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    copies = Copies(folder)
    copies.put(root, {}, snapshot(root))
    (root / "pkg" / "c.py").write_text("z = 3\n")
    (root / "data.txt").unlink()
    copies.put(root, {}, snapshot(root))
    assert tree(copies.old) == tree(copies.new) == tree(root)


def test_settings_in_folders_named_like_environments_are_copied(root: Path, tmp_path: Path) -> None:
    kept = ["configs/env/cart.yaml", "configs/wandb/off.yaml", "env/cart.py", "build/__init__.py"]
    made = ["old/env/bin/activate", "old/wandb/run-1/files/x.txt", "dist/a.whl", "venv/x.py"]
    for name in (*kept, *made):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("")
    folder = tmp_path / "copies"
    folder.mkdir()
    copies, state = Copies(folder), snapshot(root)
    copies.put(root, {}, state)
    copied = tree(copies.old)
    assert [name for name in kept if name not in copied] == []
    assert [name for name in made if name in copied] == []
    assert {Path(name).relative_to(root).as_posix() for name in state}.isdisjoint(made)


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no sockets that are files here")
def test_what_cannot_be_read_or_goes_away_is_left_out(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = tree(root)
    monkeypatch.chdir(root)  # the path of a socket may not be long
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("pkg/listener")
        os.mkfifo("pipe")
        (root / f"jaxopt-lint-{os.getpid()}-0123456789abcdef").mkdir()
        (root / "fleeting.txt").write_text("made by another program")
        (root / "broken.txt").symlink_to("nowhere")
        copy2 = shutil.copy2

        def copied(source: str, *args: Any, **more: Any) -> Any:
            if source.endswith("fleeting.txt"):
                Path(source).unlink()
            return copy2(source, *args, **more)

        monkeypatch.setattr(shutil.copytree, "__defaults__", (False, None, copied, False, False))
        copy_project(root, tmp_path / "copy")
    assert tree(tmp_path / "copy") == plain


def test_a_copy_that_cannot_be_written_is_an_error(root: Path, tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / "pkg").write_text("in the way")
    with pytest.raises(OSError, match="pkg"):
        copy_project(root, tmp_path / "copy")


def test_of_a_folder_that_is_no_project_the_nearest_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "home"
    near = root / "work" / "deep" / "run"
    near.mkdir(parents=True)
    (root / ".hidden").mkdir()
    for name in ("work/deep/run/a.py", "work/deep/run/b.py", ".hidden/c.py", "other.py"):
        (root / name).write_text("x = 1\n")
    (near / "large.bin").write_bytes(bytes(2_000_000))
    for number in range(20):
        (root / f"letter{number}.txt").write_text("text")
    assert is_loose(root)
    assert copy_project(root, tmp_path / "copy", [near]) is False  # as the large file is not in it
    assert {"work/deep/run/a.py", "work/deep/run/b.py", "other.py"} <= tree(
        tmp_path / "copy"
    ).keys()
    assert not (tmp_path / "copy" / ".hidden").exists()
    assert not (tmp_path / "copy" / "work" / "deep" / "run" / "large.bin").exists()
    monkeypatch.setattr(overlay, "_NEAREST", 4)
    assert copy_project(root, tmp_path / "less", [near]) is False
    copied = [path for path in (tmp_path / "less").rglob("*") if path.is_file()]
    assert len(copied) == 4
    assert (tmp_path / "less" / "work" / "deep" / "run" / "b.py").is_file()
    assert {Path(one).name for one in snapshot(root, [near])} >= {"a.py", "b.py"}
    (root / "pyproject.toml").touch()
    assert not is_loose(root)
    assert is_loose(Path(root.anchor))
