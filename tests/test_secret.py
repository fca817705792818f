"""What lies in a project's folder is believed only if this user has written it on this machine."""

import json
import os
import pickle
import stat
from pathlib import Path

import msgspec
import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.files import secret
from jaxopt_lint.observe.running import Options
from jaxopt_lint.observe.store import Store
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.inputs.plan import Asked, Missing, Plan
from jaxopt_lint.verify.inputs.recordings import Recordings
from jaxopt_lint.verify.settings import VerifySettings

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


def plant(project: Path) -> Path:
    """A recorded call of `m:f`, signed by nobody; its file."""
    store = Store(project)
    header = store.new(["python", "m.py"], Options(watch=False, record=True).plain(), "0")
    call = store.runs / header.name / "1.calls"
    line = {"is": "call", "name": "m:f", "kind": "0", "traced": False, "call": [[1], {}]}
    call.write_text(json.dumps({**line, "values": {}}) + "\n")
    return call


def test_recordings_of_others_are_not_read(project: Path) -> None:
    call = plant(project)
    asked, source = Asked("m:f", CODE, project, VerifySettings()), Recordings()
    found = source.plan(asked)
    assert isinstance(found, Missing) and found.reason is Reason.NO_INPUT_SPEC
    assert ".jaxopt-lint: these recordings were not made by you on this machine" in found.detail
    store = Store(project)
    for seal in (b"", b"zz", bytes(32)):
        (call.parent / "seal").write_bytes(seal)
        assert isinstance(source.plan(asked), Missing)
    store.seal(call.parent.name)
    plan = source.plan(asked)
    assert isinstance(plan, Plan) and plan.data["calls"] == [[[1], {}]]
    assert plan.words == f"1 recorded call of run {call.parent.name}: python m.py"
    text = call.read_text()
    for other in (text.replace("[1]", "[2]"), text.replace("false", "true")):
        call.write_text(other)  # how it was called counts as well
        assert isinstance(source.plan(asked), Missing)
    call.write_text(text)
    call.rename(call.with_name("2.calls"))
    assert isinstance(source.plan(asked), Missing)


class Trap:
    def __init__(self, marker: str) -> None:
        self.marker = marker

    def __reduce__(self) -> object:
        return open, (self.marker, "w")


@pytest.mark.executes
def test_pickles_of_an_earlier_version_are_never_loaded(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Nothing can be made up for it, so that what was recorded would be needed.
    refusing = "    if t is not f:\n        raise ValueError(t)\n    return"
    (project / "m.py").write_text(CODE.replace("    return", refusing))
    marker = project.parent / "executed"
    folder = project / ".jaxopt_lint_cache" / "records" / "m-f"
    folder.mkdir(parents=True)
    call = folder / "000-0123456789abcdef.call"
    call.write_bytes(pickle.dumps(((Trap(str(marker)),), {})))
    (folder / "eager").touch()
    told = (b"m-f", call.name.encode(), b"eager", call.read_bytes())
    signed = secret.signature(*told)
    assert signed is not None
    call.with_suffix(".signature").write_text(signed.hex())
    main(["verify", "m.py:f", "m.py:f"])
    shown = " ".join(capsys.readouterr().out.split())
    assert "recordings of an earlier version, which are never loaded; record again" in shown
    assert not marker.exists()


def test_nothing_is_recorded_behind_a_link(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = project.parent / "elsewhere"
    (elsewhere / "values").mkdir(parents=True)
    (elsewhere / "values" / "precious").write_text("")
    (project / ".jaxopt-lint").symlink_to(elsewhere)
    for command in ("record", "observe"):
        assert main([command, "--", "true"]) == 2
        assert "leads out of the project" in capsys.readouterr().err
    assert (elsewhere / "values" / "precious").exists()
    assert main(["check", "."]) == 1
    assert os.listdir(elsewhere) == ["values"]


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
