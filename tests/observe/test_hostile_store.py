"""A store that was damaged, or made to do damage: told in a line, skipped, and never an end."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from observed_runs import STARTED

from jaxopt_lint.cli.main import main
from jaxopt_lint.observe.child.events import KINDS, Place
from jaxopt_lint.observe.child.log import Log
from jaxopt_lint.observe.store import Store

CODE = "import jax\n\n\n@jax.jit\ndef step(w, x):\n    return w @ x\n\n\njax.tree_map(step, 1)\n"
COMMAND = "\n::error file=train.py::gotcha"
ODD: list[Any] = [
    None, True, False, -1, 0, 1, 2**63, 2**70, 10**400, -(10**400), 1e308, -1e308, 1e-320, 0.5, "",
    "x", "\0", COMMAND, "\x1b[2J", "\u202e", "\ud800", "../../../../etc/passwd", "a" * 100_000,
    [], {}, [[]], [None], {"": None}, {"a": [1]}, [0, 1, 2, 3], "train.py", "first", "jitted",
    "eager", "NaN", "##vso[task.complete]",
]  # fmt: skip
RAW = [
    b"[" * 100_000, b'{"a":' * 100_000, b"NaN", b"Infinity", b'{"is": NaN}', b"\xff\xfe",
    b"\0" * 99, b"null", b"[]", b'"is"', b"{}", b"1" * 5_000, b"",
    b'{"is": "tick", "t": 1e999, "add": []}',
    b'{"is": "event"}', b'{"is": ["event"]}', b'{"is": "event", "kind": {}}',
]  # fmt: skip


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    (tmp_path / "train.py").write_text(CODE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("JAXOPT_LINT_DEBUG", "1")  # what is a bug of ours is raised
    return tmp_path


def whole_run(project: Path) -> Path:
    """The folder of a run that holds an event of each kind, twice, and a line of each kind."""
    store = Store(project)
    header = store.new(["python", "train.py"], {"steps": 0, "functions": [], "values": True}, "0")
    about = {"parent": 1, "argv": ["train.py"], "started": STARTED, "python": "3.11.7"}
    log = Log(str(store.runs / header.name), str(store.contents), about)
    log.say("jax", jax="0.10.2", jaxlib="0.10.2")
    log.say("devices", backend="cpu", devices=8)
    log.file("train.py", CODE.encode())
    log.say("unwatched", text="that")
    log.say("note", text="this")
    here, caller = Place("train.py", 6, "step", 5), Place("train.py", 2, "<module>")
    for kind in KINDS.values():
        for chain in ((), (caller,)):
            number, event = log.event(kind, here, chain)
            log.add(number, 2_000, seconds=0.7, amount=5 << 20)
            log.span(number, log.started + 0.5, 0.01)
        for name, value in (("producer", caller), ("defined", here), ("differed", ["x: 1 -> 2"])):
            if hasattr(event, name):
                log.set(number, **{name: value})
    log.started -= 60
    log.flush()
    log.add(0, 1, seconds=0.1)
    log.end()
    digest = "0" * 64
    told = [[["list", 0, [1, ["numpy", 1, "<f4", [3], digest]]]], {"x": ["tuple", []]}]
    lines: list[dict[str, Any]] = [
        {"is": "function", "name": "train:step"},
        {"is": "call", "name": "train:step", "kind": "0", "traced": False, "call": told},
        {"is": "lost", "name": "train:f", "kind": "1", "why": "no data", "described": "int"},
    ]
    lines[1]["values"] = {digest: 12}
    calls = "".join(json.dumps(one) + "\n" for one in lines)
    (store.runs / header.name / "1.calls").write_text(calls)
    store.seal(header.name)
    return store.runs / header.name


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all that is within a value, itself included."""
    out = [path]
    if isinstance(value, (dict, list)):
        names = value if isinstance(value, dict) else range(len(value))
        for name in names:
            out += places(value[name], (*path, name))
    return out


def changed(draw: random.Random, value: Any) -> Any:
    """A value with something odd somewhere in it, or with something missing."""
    path = draw.choice(places(value))
    if not path:
        return draw.choice(ODD)
    inner = value
    for name in path[:-1]:
        inner = inner[name]
    if draw.random() < 0.2:
        del inner[path[-1]]
    else:
        inner[path[-1]] = draw.choice(ODD)
    return value


def damaged(draw: random.Random, raw: bytes) -> bytes:
    """A log with some lines of it damaged."""
    lines = raw.split(b"\n")
    for _ in range(draw.randint(1, 6)):
        row = draw.randrange(max(1, len(lines) - 1))
        what = draw.random()
        if what < 0.6:
            with contextlib.suppress(ValueError, RecursionError):
                lines[row] = json.dumps(changed(draw, json.loads(lines[row]))).encode()
        elif what < 0.8:
            lines[row] = draw.choice(RAW)
        elif what < 0.9:
            del lines[row]
        else:
            lines[row] = lines[row][: draw.randrange(len(lines[row]) + 1)]
    return b"\n".join(lines)


def told(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """A command's exit code and output, in which nothing commands whoever shows it."""
    code = main([*words])
    out, err = capfd.readouterr()
    for text in (out, err):
        assert not re.search(r"^\s*::|[\x00-\x08\x0b-\x1f\x7f\u202e]", text, re.M), text[-500:]
    return code, out, err


SHOWN = (
    ("observe", "list"),
    ("observe", "list", "--output-format", "json"),
    ("observe", "show", "--verbose"),
    ("observe", "show", "--output-format", "json", "--fail-on", "losses<0"),
    ("observe", "show", "-q", "--html", "page.html", "--perfetto", "trace.json"),
    ("check", "-n", "train.py"),
)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_a_log_says_is_told_or_skipped(
    project: Path, capfd: pytest.CaptureFixture[str], seed: int
) -> None:
    draw = random.Random(seed)
    folder = whole_run(project)
    files = [*folder.glob("*.jsonl"), folder / "1.calls"]
    good = [path.read_bytes() for path in files]
    for _ in range(3):
        for path, raw in zip(files, good, strict=True):
            path.write_bytes(damaged(draw, raw))
        Store(project).seal(folder.name)  # as if the program had written it
        for words in SHOWN:
            code, _, err = told(capfd, *words)
            assert code == (1 if words[0] == "check" else 0), err
            assert "is not used" not in err


@pytest.mark.parametrize("seed", range(16))
def test_whatever_a_header_says_is_told_or_skipped(
    project: Path, capfd: pytest.CaptureFixture[str], seed: int
) -> None:
    draw = random.Random(seed)
    folder, other = whole_run(project), whole_run(project)
    header = folder / "run.json"
    if draw.random() < 0.3:
        header.write_bytes(draw.choice(RAW))
    else:
        header.write_text(json.dumps(changed(draw, json.loads(header.read_text()))))
    Store(project).seal(folder.name)
    code, out, err = told(capfd, "observe", "list")
    assert code == 0 and other.name in out and (folder.name in out + err)
    assert told(capfd, "check", "-n", "train.py")[0] == 1
    assert told(capfd, "observe", "show", other.name)[0] == 0
    code, out, err = told(capfd, "observe", "show", folder.name)
    assert code == 0 or (code == 2 and err.count("\n") == 1 and "no run can be read there" in err)
    assert told(capfd, "observe", "diff", folder.name, other.name)[0] == code


def test_a_whole_run_has_nothing_odd(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    whole_run(project)
    code, out, _ = told(capfd, "observe", "show")
    assert code == 0 and "cannot be read" not in out and "train.py:6" in out


def pipe(path: Path) -> None:
    os.mkfifo(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def folder(path: Path) -> None:
    path.mkdir()


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


@pytest.mark.skipif(os.name != "posix", reason="pipes have no names elsewhere")
@pytest.mark.parametrize("make", [pipe, endless, folder, huge])
@pytest.mark.parametrize(
    "name", ["run.json", "end.json", "1-0.jsonl", "1.calls", "seal", "held", "files"]
)
def test_what_is_no_plain_file_is_not_opened(
    project: Path, capfd: pytest.CaptureFixture[str], make: Callable[[Path], None], name: str
) -> None:
    found = whole_run(project)
    if name == "files":
        (place,) = Store(project).contents.iterdir()
    else:
        place = found / name
    if place.exists():
        place.unlink()
    make(place)
    assert told(capfd, "observe", "list")[0] == 0
    code = told(capfd, "observe", "show", "-q", "--html", "page.html")[0]
    assert code == (2 if name == "run.json" else 0)
    assert told(capfd, "check", "-n", "train.py")[0] == 1
    assert told(capfd, "observe", "--", "true")[0] == 0  # which drops what is old
    assert told(capfd, "observe", "clean")[0] == 0
    assert not list(Store(project).runs.glob("*"))


def test_folders_of_odd_names_are_no_runs(
    project: Path, capfd: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    found = whole_run(project)
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    shutil.copytree(found, elsewhere / "run")
    for name in ("x", "20261122-101010" + COMMAND.replace("/", ""), "-h", "20261122-10101\u0661"):
        shutil.copytree(found, found.parent / name)
    (found.parent / "20251122-101010").symlink_to(elsewhere / "run")
    code, out, err = told(capfd, "observe", "list")
    kept = "(1 call of 1 function kept to verify with)"
    assert code == 0 and out.splitlines() == [f"{found.name}  python train.py  {kept}"]
    assert err.count("is no run") == 5 == err.count("\n")
    assert told(capfd, "check", "-n", "train.py")[0] == 1
    assert told(capfd, "observe", "show", "20251122-101010")[0] == 2
    assert told(capfd, "observe", "clean")[0] == 0
    assert (elsewhere / "run" / "run.json").exists()


def test_a_text_is_looked_for_by_its_hash_alone(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    secret = project.parent / "secret"
    secret.write_text("the user's own")
    found = whole_run(project)
    (log,) = found.glob("*.jsonl")
    lines = log.read_text().splitlines()
    for row, line in enumerate(lines):
        one = json.loads(line)
        if one["is"] == "file":
            lines[row] = json.dumps({**one, "content": f"../../../{secret.name}"})
    log.write_text("\n".join(lines) + "\n")
    assert told(capfd, "observe", "show", "--html", "page.html")[0] == 0
    assert "the user's own" not in (project / "page.html").read_text()
