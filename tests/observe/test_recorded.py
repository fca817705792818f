"""Recorded calls: values come back as what they were, as data; what is no data is said to be so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.observe import store as store_module
from jaxopt_lint.observe.child.carried.keeping import implementation
from jaxopt_lint.observe.reading import read
from jaxopt_lint.observe.recorded import recorded
from jaxopt_lint.observe.running import Options
from jaxopt_lint.observe.store import Store
from jaxopt_lint.running.watching import observe

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.executes
def test_values_come_back_as_what_they_were(tmp_path: Path) -> None:
    code = "import kept_values; print(len([check() for check in kept_values.CHECKS]))"
    paths = os.pathsep.join([str(ROOT), str(Path(__file__).parent)])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": paths}, check=False,
    )  # fmt: skip
    assert done.stdout == "11\n", done.stderr


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


PROGRAM = """\
import jax
import jax.numpy as jnp


@jax.jit
def step(w, x):
    return w - 0.1 * jnp.tanh(x @ w).sum()


def drawn(gen, w):
    return w


def train(w):
    for n in range(1, 9):
        w = step(w, jnp.ones((n, 3)))
    return w


drawn(iter([1]), train(jnp.ones(3)).block_until_ready())
"""


# An array that is there as soon as another thread has written down a call.
WAITING = """\
import json, sys, threading
import numpy
from jaxopt_lint.observe.child import recording
from jaxopt_lint.observe.child.carried.keeping import OnDevice

recording.here.config = {"limit": 4, "kept": sys.argv[1], "folder": sys.argv[1]}
recording.main_module = lambda: "t"
recorder = recording.Recorder("t:step")


class Pending:
    def __array__(self, *args, **kwargs):
        called = {"args": ("callback", ((1,), {})), "kwargs": {"traced": True}}
        other = threading.Thread(target=recorder.write, **called)
        other.start()
        other.join(20)
        print("waits" if other.is_alive() else "goes on")
        return numpy.ones(3)


recorder.write("call", ((OnDevice(Pending(), False, None),), {}), traced=False)
print(recorder.kept)
"""


@pytest.mark.executes
def test_values_that_wait_for_a_callback_are_recorded(tmp_path: Path) -> None:
    """A step hands what it is given to the recorder from within, in another thread, while the
    recorder waits for the result of the step: neither may wait for the other."""
    done = subprocess.run(
        [sys.executable, "-c", WAITING, str(tmp_path)], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stdout == "goes on\n2\n", done.stderr


@pytest.mark.executes
def test_a_run_is_watched_and_recorded(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "t.py").write_text(PROGRAM)
    assert main(["observe", "--record", "--", sys.executable, "t.py"]) == 0
    err = capfd.readouterr().err
    assert "`step` was compiled 7 times more since `x` had another shape each time" in err
    assert "5 calls of 2 functions kept to verify with" in err
    assert "t:drawn  cannot be kept: argument 1 is of the type `builtins.list_iterator`" in err
    assert "calls were recorded" in err
    assert main(["observe", "show", "--output-format", "json"]) == 0
    told = json.loads(capfd.readouterr().out)["recorded"]
    assert told["calls"] == {"t:step": 4, "t:train": 1} and told["never_called"] == []
    assert told["lost"]["t:drawn"]["arguments"] == "list_iterator, jax float32[3]"
    main(["verify", "t.py:drawn", "t.py:drawn", "--output-format", "json"])
    assert "recorded" not in (json.loads(capfd.readouterr().out)["inputs"] or "")
    assert main(["observe", "clean"]) == 0
    assert not list((project / ".jaxopt-lint").glob("*/*"))


@pytest.mark.executes
def test_recording_alone_leaves_the_watched_run_the_last_one(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (project / "t.py").write_text(PROGRAM)
    assert main(["observe", "-q", "--no-values", "--", sys.executable, "t.py"]) == 0
    assert not list((project / ".jaxopt-lint" / "values").iterdir())
    words = ["record", "--limit", "2", "--function", "t:step", "--output-format", "json"]
    assert main([*words, "--", sys.executable, "t.py"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert told["recorded"] == {"t:step": 2} and told["problems"] == {}
    watched, alone = Store(project).names()
    assert told["run"] == alone
    assert main(["observe", "list"]) == 0
    assert f"{alone}  {sys.executable} t.py  (2 calls of 1 function kept" in capfd.readouterr().out
    assert main(["observe", "show"]) == 0
    assert capfd.readouterr().out.startswith(f"Observed {watched}")
    assert main(["observe", "show", alone]) == 0
    shown = capfd.readouterr().out
    assert shown.startswith(f"Recorded {alone}") and "t:step  2 calls" in shown
    assert "Time that can be saved" not in shown
    assert main(["observe", "diff"]) == 2
    assert "no two runs" in capfd.readouterr().err


ROWS = """\
import jax
import jax.numpy as jnp


def bent(x):
    return jnp.sin(x) * x


def slopes(xs):
    return jax.vmap(jax.grad(bent))(xs)


if __name__ == "__main__":
    xs = jnp.linspace(1.0, 2.0, 40)
    text = str(jax.make_jaxpr(slopes)(xs))
    print(text.count("callback["), "custom_vmap" in text)
    print(jax.jit(slopes)(xs)[0], jax.grad(lambda y: jax.vmap(bent)(y).sum())(xs)[0])
    print(jax.vmap(bent)(jnp.ones((0,))).shape)
"""


@pytest.mark.executes
def test_of_what_maps_over_rows_one_row_calls_back(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (project / "rows.py").write_text(ROWS)
    assert main(["record", "-q", "--", sys.executable, "rows.py"]) == 0
    callbacks, numbers, shape = capfd.readouterr().out.splitlines()
    assert int(callbacks.split()[0]) <= 2  # of `slopes`, and of one row of `bent`
    assert numbers == "1.3817732 1.3817732" and shape == "(0,)"
    found = recorded(Store(project).path(Store(project).names()[-1]))
    (call,) = found.calls["rows:bent"]
    assert call.traced and call.told[0][0][2:4] == ["<f4", []]
    assert len(found.calls["rows:slopes"]) == 1


ROUNDS = """\
import jax
import jax.numpy as jnp

made = []
jax.monitoring.register_event_duration_secs_listener(
    lambda event, *_, **__: made.append(event) if "backend_compile" in event else None
)


def turn(i, x):
    return 0.5 * x + i


@jax.jit
def step(x):
    return jax.lax.fori_loop(0, 3_000, turn, x)


if __name__ == "__main__":
    x = jnp.ones(())
    for _ in range(4):
        del made[:]
        x = step(x).block_until_ready()
        jax.effects_barrier()
        print(len(made) > 0, x)
"""


@pytest.mark.executes
def test_programs_that_call_back_in_vain_are_made_anew_once(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (project / "rounds.py").write_text(ROUNDS)
    command = [sys.executable, "rounds.py"]
    assert main(["observe", "--record", "--output-format", "json", "--", *command]) == 0
    out, err = capfd.readouterr()
    assert [one.split()[0] for one in out.splitlines()] == ["True", "True", "False", "False"]
    assert "compiled-again" not in err
    found = recorded(Store(project).path(Store(project).names()[-1]))
    assert len(found.calls["rounds:turn"]) == 1


MAPPED = """\
import dataclasses
import jax
import jax.numpy as jnp


@dataclasses.dataclass
class Scale:
    by: float


def scaled(scale, x):
    return scale.by * x


def rows(scale, xs):
    return jax.vmap(lambda x: scaled(scale, x))(xs)


if __name__ == "__main__":
    rows(Scale(2.0), jnp.ones((2, 3)))
    jax.jit(lambda x: scaled(Scale(3.0), x))(jnp.ones(3)).block_until_ready()
"""


@pytest.mark.executes
def test_a_module_that_runs_is_recorded_under_its_name(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Under a mapped axis a call is no call of its own; under jit its values come with the run."""
    (project / "pkg").mkdir()
    (project / "pkg" / "__init__.py").touch()
    (project / "pkg" / "main.py").write_text(MAPPED)
    assert main(["record", "--output-format", "json", "--", sys.executable, "-m", "pkg.main"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert told["recorded"] == {"pkg.main:rows": 1, "pkg.main:scaled": 1}
    found = recorded(Store(project).path(told["run"]))
    (call,) = found.calls["pkg.main:scaled"]
    assert call.traced and call.told[0][0][2] == "pkg.main:Scale"
    for name in ("rows", "scaled"):
        assert main(["verify", f"pkg/main.py:{name}", f"pkg/main.py:{name}"]) == 0
        assert "PROVED" in capfd.readouterr().out


@pytest.mark.executes
def test_calls_under_a_named_axis_are_not_kept_and_said_to_be_so(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = MAPPED.replace("scaled(scale, x))(xs)", "x)(xs)")
    code = code.replace("lambda x: x)", "lambda x: centred(scale, x), axis_name='rows')")
    centred = "def centred(scale, x):\n    return scale.by * (x - jax.lax.pmean(x, 'rows'))\n\n\n"
    (project / "t.py").write_text(code.replace("def rows", f"{centred}def rows"))
    assert main(["record", "--output-format", "json", "--", sys.executable, "t.py"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["recorded"] == {"t:rows": 1, "t:scaled": 1} and told["never_called"] == []
    assert "inside of an axis that has a name" in told["problems"]["t:centred"]


def test_no_values_keeps_none(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["observe", "--record", "--no-values", "--", "true"]) == 2
    assert "--record keeps values, and --no-values keeps none" in capsys.readouterr().err
    assert not (project / ".jaxopt-lint").exists()


def line(name: str, kind: str, digest: str, size: int) -> str:
    call = {"is": "call", "name": name, "kind": kind, "traced": False}
    told = ["numpy", 0, "|u1", [size], digest]
    return json.dumps({**call, "call": [[told], {}], "values": {digest: size}}) + "\n"


def made(store: Store, digest: str, size: int, *, watch: bool = False) -> str:
    header = store.new(["x"], Options(watch=watch, record=True).plain(), "0")
    (store.runs / header.name / "1.calls").write_text(line("m:f", "0", digest, size))
    (store.values / digest).write_bytes(bytes(4))
    return header.name


def test_recordings_are_bounded_and_no_watched_run_drives_them_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "RUNS_KEPT", 3)
    monkeypatch.setattr(store_module, "BYTES_KEPT", 100_000)
    store = Store(tmp_path)
    _, second, third = (made(store, f"{n:064x}", 40) for n in range(3))
    for _ in range(6):
        store.new(["y"], {}, "0")
    assert store.names()[:2] == [second, third] and len(store.names()) == 5
    for path in store.values.iterdir():
        os.utime(path, (0, 0))
    store.new(["y"], {}, "0")
    assert sorted(path.name for path in store.values.iterdir()) == [f"{n:064x}" for n in (1, 2)]
    made(store, f"{9:064x}", 150_000)
    last = store.new(["z"], {}, "0").name
    assert store.names() == [last]


def test_odd_lines_of_recordings_are_skipped(tmp_path: Path) -> None:
    store = Store(tmp_path)
    name = made(store, "0" * 64, 4)
    path = store.runs / name / "1.calls"
    good = json.loads(path.read_text())
    odd: list[object] = [{**good, "kind": "1", field: value} for field, value in (
        ("name", 3), ("name", None), ("kind", []), ("traced", 1), ("call", {}), ("values", [1]),
        ("values", {"a": "b"}), ("is", []), ("is", "other"),
    )]  # fmt: skip
    lost = {"is": "lost", "name": "m:g\n::error::x\x1b", "kind": "", "why": "a\nb", "described": ""}
    raw = "".join(json.dumps(one) + "\n" for one in [*odd, [], None, lost])
    path.write_bytes(path.read_bytes() + raw.encode() + b"[" * 99_999 + b"\n\xff\n" + b'{"is": "ca')
    found = recorded(store.runs / name)
    assert {name: len(calls) for name, calls in found.calls.items()} == {"m:f": 1}
    ((name, one),) = found.lost.items()
    assert (name, one.why) == ("m:g ::error::x\ufffd", "a b")


class _Spec:
    """What some releases of JAX give for a key: its text is no name."""

    def __init__(self, name: str) -> None:
        self._impl = SimpleNamespace(name=name)

    def __str__(self) -> str:
        return "fry"


@pytest.mark.parametrize("told", ["rbg", _Spec("rbg"), SimpleNamespace(name="rbg")])
def test_keys_are_known_by_the_name_of_what_draws(told: object) -> None:
    jax = SimpleNamespace(random=SimpleNamespace(key_impl=lambda keys: told))
    assert implementation(jax, None) == "rbg"


@pytest.mark.skipif(os.name != "posix", reason="there nothing tells who is there")
def test_a_run_is_sealed_when_what_it_started_has_ended_too(project: Path) -> None:
    (project / "part.py").write_text("def f():\n    return 1\n")
    worker = "import part, time; time.sleep(4); part.f()"
    script = f"import subprocess, sys, time\nsubprocess.Popen([sys.executable, '-c', {worker!r}])\n"
    script += "time.sleep(2)\n"
    (project / "script.py").write_text(script)
    header, code = observe([sys.executable, "script.py"], project)
    assert code == 0
    store = Store(project)
    assert store.genuine(header.name) and not read(store.path(header.name)).cut
    assert len(read(store.path(header.name)).processes) == 2
