"""A module may have moved without everything that was in it."""

from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.semantics.jax.api import public
from jaxopt_lint.semantics.jax.api.history import table


def test_the_successor_of_a_module_lacks_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "import jax\n\nArray = jax.pxla.ShardedDeviceArray\n"
    Path("model.py").write_text(text)
    main(["check", "--no-cache", "--select", "JOL702", "model.py"])
    told = capsys.readouterr().out
    assert "`jax.pxla` was removed" in told and "use `jax.interpreters.pxla`" not in told
    assert "see `jax.Array`" in told
    Path("model.py").write_text(text.replace("ShardedDeviceArray", "MeshComputation"))
    main(["check", "--no-cache", "--select", "JOL702", "model.py"])
    assert "use `jax.interpreters.pxla`" in capsys.readouterr().out


@pytest.mark.parametrize("release", ["0.4.28", "0.4.35"])  # the walks have the second alone
@pytest.mark.parametrize(
    "line", ["import jax\n\nFreed = jax.xla.DeviceValue\n", "from jax.xla import DeviceValue\n"]
)
def test_what_no_module_has_any_more(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    release: str,
    line: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("requirements.txt").write_text(f"jax=={release}\n")
    Path("memory.py").write_text(line)
    main(["check", "--no-cache", "--select", "JOL702", "memory.py"])
    told = capsys.readouterr().out
    assert "`jax.xla` was removed" in told and "use `jax.interpreters.xla`" not in told
    assert "`jax.interpreters.xla`, its successor, has no `DeviceValue`" in told
    assert "no fix:" in told


TAPPED = "from jax.experimental.host_callback import id_tap\n\n\nid_tap(print, 1.0)\n"


@pytest.mark.parametrize(
    ("said", "cost"),
    [
        ("jax<=0.4.35", "what is left of it raises NotImplementedError when it is called"),
        ("jax<=0.7.2", "what is left of it raises NotImplementedError when it is called"),
        ("jax<=0.8.0", "importing it raises ImportError"),
        ("jax", "importing it raises ImportError"),
        ("Tested with Python 3.10.", "what is left of it raises NotImplementedError when it is"),
    ],
)
def test_a_name_that_is_left_to_raise(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    said: str,
    cost: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("requirements.txt" if said.startswith("jax") else "README.md").write_text(f"{said}\n")
    Path("model.py").write_text(TAPPED)
    main(["check", "--no-cache", "--select", "JOL702", "model.py"])
    assert f"was removed in JAX 0.4.35: {cost}" in capsys.readouterr().out


def test_the_names_that_are_left_to_raise_are_those_that_were_tried() -> None:
    left = set()
    for name in table().names:
        change = table().name(name)
        if change is not None and change.removed is not None and change.restored is None:
            for newest in public.walked():
                if change.gone(newest) and public.outlives(name, change.removed, newest):
                    left.add(name)
    assert {n for n in left if not n.startswith("jax.config.")} == {
        "jax.experimental.host_callback.call",
        "jax.experimental.host_callback.id_tap",
    }
