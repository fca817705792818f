"""What lies in a project's folder is believed only if this user has written it on this machine."""

import os
import pickle
import stat
from pathlib import Path

import msgspec
import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.files import secret
from jaxopt_lint.verify.child.names import folder_name
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.settings import VerifySettings
from jaxopt_lint.verify.sources import STORE, Missing, Plan, Store, plan_for

CODE = "import jax\n\n\ndef f(t):\n    return jax.tree_map(abs, t)\n"


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder for what programs remember."""
    folder = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    secret._key.cache_clear()
    return folder


@pytest.fixture
def project(tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    directory = tmp_path / "project"
    directory.mkdir()
    (directory / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    (directory / "a.py").write_text(CODE)
    monkeypatch.chdir(directory)
    return directory


def test_the_key_is_the_users_alone(state: Path) -> None:
    made = secret.signature(b"a", b"b")
    assert made is not None and secret.genuine(made, b"a", b"b")
    assert not secret.genuine(made, b"ab", b"")
    assert not secret.genuine(made, b"a", b"c")
    key = state / "jaxopt-lint" / "key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert stat.S_IMODE(key.parent.stat().st_mode) == 0o700
    assert os.listdir(key.parent) == ["key"]
    secret._key.cache_clear()
    assert secret.genuine(made, b"a", b"b")
    key.chmod(0o644)  # others may have read it
    secret._key.cache_clear()
    assert secret.signature(b"a") is None and not secret.genuine(made, b"a", b"b")


def test_without_a_place_for_the_key_nothing_is_believed(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project.parent / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(project.parent / "file"))
    secret._key.cache_clear()
    assert main(["check", "."]) == 1
    assert not (project / ".jaxopt_lint_cache").exists()
    assert main(["record", "--", "true"]) == 2


# -- findings of earlier runs ---------------------------------------------------------------


def test_a_cache_that_came_along_hides_nothing(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["check", "."]) == 1
    (file,) = (project / ".jaxopt_lint_cache").glob("*.msgpack")
    ours = file.read_bytes()
    store = msgspec.msgpack.decode(ours[32:])
    store[0]["a.py"][3] = []  # as if nothing had been found
    forged = msgspec.msgpack.encode(store)
    for raw in (forged, ours[:32] + forged, bytes(32) + forged, b"", b"x"):
        file.write_bytes(raw)
        assert main(["check", "."]) == 1
        assert "JOL701" in capsys.readouterr().out
    signed = secret.signature(file.name.encode(), forged)
    assert signed is not None
    file.write_bytes(signed + forged)  # what this user has signed is believed
    assert main(["check", "."]) == 0
    monkeypatch.setenv("XDG_STATE_HOME", str(project.parent / "another-users"))
    secret._key.cache_clear()
    assert main(["check", "."]) == 1


# -- recorded calls -------------------------------------------------------------------------


class Trap:
    def __init__(self, marker: str) -> None:
        self.marker = marker

    def __reduce__(self) -> object:
        return open, (self.marker, "w")


def plant(store: Path, marker: Path) -> Path:
    folder = store / folder_name("m:f")
    folder.mkdir(parents=True)
    call = folder / "000-0123456789abcdef.call"
    call.write_bytes(pickle.dumps(((Trap(str(marker)),), {})))
    (folder / "eager").touch()
    return call


def test_recordings_of_others_are_not_read(project: Path) -> None:
    marker = project.parent / "executed"
    call = plant(project / STORE, marker)
    settings = VerifySettings()
    found = plan_for("m:f", CODE, project, settings)
    assert isinstance(found, Missing) and found.reason is Reason.NO_INPUT_SPEC
    assert "records: these recordings were not made by you on this machine" in found.detail
    store = Store(project / STORE)
    assert store.foreign() and store.calls("m:f") == []
    for text in ("", "zz", "00" * 32):
        call.with_suffix(".signature").write_text(text)
        assert store.calls("m:f") == []
    store.sign(["m:f"])
    assert store.calls("m:f") == [call] and not store.foreign()
    assert isinstance(plan_for("m:f", CODE, project, settings), Plan)
    (call.parent / "traced").touch()
    (call.parent / "eager").unlink()  # how it was called counts as well
    assert store.calls("m:f") == []
    (call.parent / "eager").touch()
    call.rename(call.with_name("001-0123456789abcdef.call"))
    assert store.calls("m:f") == []
    assert not marker.exists()


@pytest.mark.executes
def test_verify_does_not_load_them(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "m.py").write_text(CODE)
    marker = project.parent / "executed"
    plant(project / STORE, marker)
    main(["verify", "m.py:f", "m.py:f"])
    assert "record again" in " ".join(capsys.readouterr().out.split())
    assert not marker.exists()


def test_nothing_is_recorded_behind_a_link(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = project.parent / "elsewhere"
    (elsewhere / "records").mkdir(parents=True)
    (elsewhere / "records" / "precious").write_text("")
    (project / ".jaxopt_lint_cache").symlink_to(elsewhere)
    assert main(["record", "--", "true"]) == 2
    assert "leads out of the project" in capsys.readouterr().err
    assert (elsewhere / "records" / "precious").exists()
    assert main(["check", "."]) == 1
    assert os.listdir(elsewhere) == ["records"]


def test_a_cache_folder_that_the_project_names_lies_in_the_project(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outside = project.parent / "outside"
    outside.mkdir()
    for stated in (str(outside), "../outside"):
        (project / "pyproject.toml").write_text(f'[tool.jaxopt-lint]\ncache-dir = "{stated}"\n')
        assert main(["check", "."]) == 1
        assert os.listdir(outside) == []
    assert main(["check", ".", "--cache-dir", str(outside)]) == 1
    assert len(os.listdir(outside)) == 3
    (project / "pyproject.toml").write_text('[tool.jaxopt-lint]\ncache-dir = "own"\n')
    assert main(["check", "."]) == 1
    assert len(os.listdir(project / "own")) == 3
