"""What `--fix` writes: into the project only, completely or not at all, and counted rightly."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.files import leftovers

ROOT = Path(__file__).parent.parent
OLD = "import jax\n\n\ndef f(t):\n    return jax.tree_map(abs, t)\n"
NEW = OLD.replace("tree_map", "tree_util.tree_map")
SHORT = 0x7FFF_FFFF  # a process number that no system gives out


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    directory = tmp_path / "project"
    directory.mkdir()
    (directory / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    monkeypatch.chdir(directory)
    return directory


def lines(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    return captured.out + captured.err


# -- links ----------------------------------------------------------------------------------


@pytest.mark.parametrize("args", [["."], ["link.py"], ["link.py", "--unsafe-fixes"], ["chain.py"]])
def test_nothing_is_written_through_a_link_out_of_the_project(
    project: Path, capsys: pytest.CaptureFixture[str], args: list[str]
) -> None:
    secret = project.parent / "secret.py"
    secret.write_text(OLD)
    (project / "link.py").symlink_to("../secret.py")
    (project / "chain.py").symlink_to("link.py")
    (project / "own.py").write_text(OLD)
    assert main(["check", "--fix", *args]) == 1
    assert secret.read_text() == OLD
    assert (project / "link.py").is_symlink() and (project / "chain.py").is_symlink()
    said = lines(capsys)
    assert "no fix: the file is a link that leads out of the project" in said
    assert (project / "own.py").read_text() == (NEW if args == ["."] else OLD)
    assert "Fixed 1 finding" in said if args == ["."] else "Fixed" not in said


def test_a_link_to_a_file_of_the_project_is_written_once_and_stays(project: Path) -> None:
    (project / "src").mkdir()
    (project / "data").mkdir()
    (project / "data" / "real.txt").write_text(OLD)
    (project / "src" / "link.py").symlink_to("../data/real.txt")
    assert main(["check", "--fix", "src"]) == 0
    assert (project / "src" / "link.py").is_symlink()
    assert (project / "data" / "real.txt").read_text() == NEW


def test_without_a_project_only_what_was_named_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "theirs").mkdir()
    (tmp_path / "mine.py").write_text(OLD)
    (tmp_path / "theirs" / "link.py").symlink_to("../mine.py")
    assert main(["check", "--fix", "theirs"]) == 1
    assert (tmp_path / "mine.py").read_text() == OLD
    assert main(["check", "--fix", "."]) == 0
    assert (tmp_path / "mine.py").read_text() == NEW


def test_a_codemod_does_not_write_through_such_a_link_either(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = ROOT / "tests" / "cases" / "rewrite" / "offload-activations" / "tower.before.py"
    before = case.read_text()
    outside = project.parent / "out.py"
    outside.write_text(before)
    (project / "link.py").symlink_to(outside)
    assert main(["rewrite", "offload-activations", "link.py"]) == 2
    assert outside.read_text() == before
    assert "not rewritten: the file is a link that leads out" in lines(capsys)


# -- a disk that is full --------------------------------------------------------------------

_LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
from jaxopt_lint.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("more", [[], ["--fix-only"], ["--show-fixes"]])
def test_only_what_was_written_is_fixed(project: Path, more: list[str]) -> None:
    long = OLD + "# long\n" * 1000
    (project / "a_long.py").write_text(long)
    (project / "b.py").write_text(OLD)
    (project / "z_long.py").write_text(long)
    done = subprocess.run(
        [sys.executable, "-c", _LIMITED, "check", "--fix", "-n", ".", *more],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert done.returncode == 2
    assert (project / "a_long.py").read_text() == (project / "z_long.py").read_text() == long
    assert (project / "b.py").read_text() == NEW
    assert sorted(os.listdir(project)) == ["a_long.py", "b.py", "pyproject.toml", "z_long.py"]
    assert done.stderr.count("not fixed: cannot be written: File too large") == 2
    assert "Fixed 1 finding in 1 file: b.py" in done.stderr
    if "--fix-only" not in more:
        assert "a_long.py:5" in done.stdout and "z_long.py:5" in done.stdout
        assert "Fixed 1 finding. 2 remaining." in done.stderr


# -- what a killed run leaves ---------------------------------------------------------------


def leave(path: Path) -> Path:
    path.write_text("half a te")
    return path


def test_files_of_a_killed_run_are_swept(project: Path) -> None:
    (project / "sub").mkdir()
    (project / "sub" / "a.py").write_text(OLD)
    ours = leave(project / "sub" / f".jaxopt-lint-{SHORT}-0123456789abcdef.tmp")
    kept = [
        leave(project / "sub" / f".jaxopt-lint-{os.getpid()}-0123456789abcdef.tmp"),  # is alive
        leave(project / "sub" / f".jaxopt-lint-{SHORT}-0123456789abcdef.txt"),
        leave(project / "sub" / ".jaxopt-lint-x-0123456789abcdef.tmp"),
        leave(project / "sub" / f"x.jaxopt-lint-{SHORT}-0123456789abcdef.tmp"),
    ]
    folder = project / "sub" / f".jaxopt-lint-{SHORT}-1123456789abcdef.tmp"
    folder.mkdir()
    link = project / "sub" / f".jaxopt-lint-{SHORT}-2123456789abcdef.tmp"
    link.symlink_to("a.py")
    in_use = leave(project / "sub" / f".jaxopt-lint-{SHORT}-3123456789abcdef.tmp")
    with in_use.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # by a run in a container, whose numbers are others
        assert main(["check", "."]) == 1
        assert ours.exists()  # to look at code changes nothing
        assert main(["check", "--fix", "."]) == 0
    assert not ours.exists()
    assert all(path.exists() for path in kept) and folder.exists() and in_use.exists()
    assert link.is_symlink() and (project / "sub" / "a.py").read_text() == NEW
    leftovers.sweep_files([project / "sub"])
    assert not in_use.exists()


def test_folders_of_a_killed_run_are_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    others = leftovers.made()
    mine = leftovers.new_folder()
    (mine / "deep" / "er").mkdir(parents=True)
    dead = tmp_path / f"jaxopt-lint-{SHORT}-0123456789abcdef"
    dead.mkdir()
    (dead / "in-use").touch()
    (dead / "link").symlink_to(mine)
    locked = tmp_path / f"jaxopt-lint-{SHORT}-1123456789abcdef"
    locked.mkdir()
    link = tmp_path / f"jaxopt-lint-{SHORT}-2123456789abcdef"
    link.symlink_to(mine)
    other = tmp_path / "jaxopt-lint-notes"
    other.mkdir()
    with (locked / "in-use").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        leftovers.sweep_folders()
    assert not dead.exists()
    assert (mine / "deep" / "er").is_dir() and locked.is_dir() and other.is_dir()
    assert link.is_symlink()
    leftovers.remove_all(but=others)
    assert not mine.exists()


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="needs another user's file")
def test_what_belongs_to_others_is_left_alone(tmp_path: Path) -> None:
    theirs = leave(tmp_path / f".jaxopt-lint-{SHORT}-0123456789abcdef.tmp")
    os.chown(theirs, 12345, 12345)
    leftovers.sweep_files([tmp_path])
    assert theirs.exists()
