"""Findings that rest on what other files of the project say."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main

PACKAGE = {
    "proj/__init__.py": "from .steps import train_step\n",
    "proj/model.py": """\
import jax.numpy as jnp


def loss_fn(params, x, y):
    error = jnp.mean((x @ params - y) ** 2)
    if error > 1.0:
        error = 1.0
    return error
""",
    "proj/steps.py": """\
import jax

from proj.model import loss_fn


@jax.jit
def train_step(params, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    return params - 0.1 * grads, loss
""",
    "proj/made.py": """\
import jax


def make_step(rate):
    def step(params, x):
        return params - rate * x, x.sum()

    return jax.jit(step)
""",
    # Nothing here says that it uses JAX.
    "train.py": """\
from proj import train_step


def main(params, data):
    losses = []
    for x, y in data:
        params, loss = train_step(params, x, y)
        losses.append(float(loss))
    return losses
""",
    "made_train.py": """\
from proj.made import make_step


class Trainer:
    def __init__(self, rate):
        self.step = make_step(rate)

    def fit(self, params, data):
        losses = []
        for x in data:
            params, loss = self.step(params, x)
            losses.append(float(loss))
        return losses
""",
}


def write(root: Path, files: Mapping[str, str]) -> None:
    """Write the files of a project, with the folders that they lie in."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_whole_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    for name, text in PACKAGE.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    assert main(["check", "--no-cache", "--output-format", "json"]) == 1
    rows = json.loads(capsys.readouterr().out)
    assert {(Path(row["filename"]).name, row["code"]) for row in rows} == {
        ("model.py", "JOL105"),  # traced in `train_step`, which is in another file
        ("made_train.py", "JOL402"),  # another file makes the step, and compiles it
        ("steps.py", "JOL301"),
        ("train.py", "JOL402"),  # the loop of a file that does not mention JAX
    }


def test_modules_that_a_helper_of_the_project_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use = "\n\ndef doubled(tree):\n    return jax.tree_map(lambda x: 2 * x, tree)\n"
    helper = (
        "def import_jax():\n    try:\n        import jax\n        import jax.numpy as jnp\n"
        "        return jax, jnp\n    except ImportError as error:\n"
        "        raise RuntimeError('install jax') from error\n"
    )
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "proj/__init__.py": "from .compat import import_jax\n",
        "proj/compat.py": helper,
        "proj/direct.py": "from proj.compat import import_jax\n\njax, jnp = import_jax()\n" + use,
        "proj/again.py": "from proj import import_jax\n\njax, jnp = import_jax()\n" + use,
        "proj/through.py": "from proj.direct import jax\n" + use,
        "proj/other.py": "from proj.compat import import_jax\n\njnp, jax = import_jax()\n" + use,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    for _ in range(2):  # the second time from the cache
        main(["check", "--select", "JOL701", "--output-format", "json"])
        rows = json.loads(capsys.readouterr().out)
        assert {Path(row["filename"]).name for row in rows} == {
            "direct.py", "again.py", "through.py",
        }  # fmt: skip
    main(["check", "--select", "JOL701", "--fix", "--no-cache"])
    assert (
        files["proj/direct.py"].replace("tree_map", "tree_util.tree_map")
        == (tmp_path / "proj/direct.py").read_text()
    )


@pytest.mark.parametrize("plain", [True, False])
def test_a_folder_that_modules_are_imported_from_is_no_package(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    plain: bool,
) -> None:
    start = "from solver" if plain else "from src.solver"
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "src/__init__.py": "",
        "src/solver/__init__.py": "",
        "src/solver/step.py": "import jax.numpy as jnp\n\n\ndef step(u): return float(u.sum())\n",
        "src/solver/run.py": f"import jax\n{start}.step import step\n\nadvance = jax.jit(step)\n",
    }
    write(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--select", "JOL401", "--output-format", "json"])
    rows = json.loads(capsys.readouterr().out)
    assert [Path(row["filename"]).name for row in rows] == ["step.py"]


@pytest.mark.parametrize("namespace", [True, False])
def test_a_package_in_a_namespace_is_not_the_library_of_its_name(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    namespace: bool,
) -> None:
    grid = "waves.grid" if namespace else "somewhere"
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "src/waves/grid.py": "import jax.numpy as jnp\n\n\ndef cells(): return jnp.ones(3)\n",
        "src/waves/interop/shapes/__init__.py": "from .disc import to_shape\n",
        "src/waves/interop/shapes/disc.py": "import jax\nimport shapes.disc as theirs\n"
        f"from {grid} import cells\n\n\ndef to_shape(): return theirs.Disc(cells())\n",
    }
    write(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--select", "JOL862", "--output-format", "json"])
    # Where nobody speaks of the folder by its name, it is one that modules are imported from.
    assert (json.loads(capsys.readouterr().out) == []) is namespace


@pytest.mark.parametrize("told", ["tap(lambda logs, _: tell(logs), logs)", "tell(logs)"])
def test_what_callbacks_call_is_not_traced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], told: str
) -> None:
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "proj/__init__.py": "",
        "proj/logs.py": "import jax.numpy as jnp\n"
        "from jax.experimental.host_callback import id_tap as tap\n\n\n"
        "def tell(logs):\n    if jnp.isnan(logs.loss):\n        print(logs)\n\n\n"
        f"def record(logs):\n    {told}\n    return logs\n",
        "proj/run.py": "import jax\nfrom proj.logs import record\n\n\n"
        "def run(state):\n    def body(state):\n        record(state.logs)\n"
        "        return state.next()\n\n"
        "    return jax.lax.while_loop(lambda state: state.more, body, state)\n",
    }
    write(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--select", "JOL105", "--output-format", "json"])
    assert len(json.loads(capsys.readouterr().out)) == (not told.startswith("tap"))


@pytest.mark.parametrize("bound", ["from .rounding import Rounding\nrounding = Rounding()\n", ""])
def test_a_package_may_bind_the_name_of_a_module_to_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bound: str
) -> None:
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "proj/__init__.py": "",
        "proj/config/__init__.py": bound,
        "proj/config/rounding.py": "import jax.numpy as jnp\n\n\nclass Rounding:\n"
        "    def least(self):\n        return jnp.finfo(jnp.float32).eps\n",
        "proj/run.py": "import jax.numpy as jnp\nfrom proj.config import rounding\n\n\n"
        "def run(x):\n    return jnp.maximum(x, rounding.least())\n",
    }
    write(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--select", "JOL862", "--output-format", "json"])
    assert (json.loads(capsys.readouterr().out) == []) is bool(bound)


@pytest.mark.parametrize(("pin", "told"), [("==0.4.11", 0), ("==0.4.30", 1), (">=0.4.11", 1)])
def test_old_releases_do_not_look_whether_jax_has_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    pin: str, told: int,
) -> None:  # fmt: skip
    files = {
        "pyproject.toml": f"[project]\ndependencies = ['jax{pin}']\n",
        "train.py": "import jax\n\n\ndef main():\n    print(jax.process_count())\n    if True:\n"
        "        jax.distributed.initialize()\n",
    }
    write(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--select", "JOL909", "--output-format", "json"])
    assert len(json.loads(capsys.readouterr().out)) == told


def test_a_missing_name_is_told_once_in_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "proj/__init__.py": "",
        "proj/dynamics.py": "import jax.numpy as jnp\n\n\ndef still(x):\n    return jnp.all(x)\n",
        "proj/env.py": "import jax\nfrom proj import dynamics\n\n\ndef hit(a, b):\n"
        "    return (\n        (dynamics.reward(a) < 0)\n        | (dynamics.reward(b) < 0)\n"
        "    )\n\n\ndef other(a):\n    return dynamics.reward(a)\n",
    }
    write(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--select", "JOL862", "--output-format", "json"])
    found = json.loads(capsys.readouterr().out)
    loud = [row["location"]["row"] for row in found if row["severity"] == "error"]
    assert (len(found), loud) == (3, [7])


def test_a_folder_is_left_out_of_names_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    start = "import jax\n{}import step\n\nadvance = jax.jit(step)\n"
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "src/solver/step.py": "import jax.numpy as jnp\n\n\ndef step(u): return float(u.sum())\n",
        "src/solver/run.py": "import jax\nfrom solver import grid\n",
        "src/solver/grid.py": "import jax.numpy as jnp\n\n\ndef cells(u): return float(u.sum())\n",
        # From beside the folder that modules are imported from.
        "main.py": start.format("from src.solver.step "),
        # Another one of a library is none of the project's.
        "other.py": "import jax\nfrom lib.solver.grid import cells\n\nf = jax.jit(cells)\n",
    }
    write(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--select", "JOL401", "--output-format", "json"])
    rows = json.loads(capsys.readouterr().out)
    assert [Path(row["filename"]).name for row in rows] == ["step.py"]


def test_what_nothing_compiles_and_another_file_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    body = "    return jax.lax.fori_loop(0, 9, lambda i, v: v + n, x)\n"
    names = ("run", "compiled", "tested", "jitted_there")
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "solve.py": "import jax\n" + "".join(f"\n\ndef {n}(x, n):\n{body}" for n in names),
        "main.py": (
            "import jax\nfrom solve import compiled, jitted_there, run\n\n\n"
            "@jax.jit\ndef step(x):\n    return compiled(x, 2)\n\n\n"
            "def once(x):\n    return run(x, 1) + step(x) + jax.jit(jitted_there)(x, 1)\n\n\n"
            "for x in range(100):\n    print(once(float(x)))\n"
        ),
        "test_solve.py": "from solve import tested\n\n\ndef test_it():\n    tested(1.0, 2)\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    for _ in range(2):  # the second time from the cache
        main(["check", "--select", "JOL126", "--output-format", "json"])
        rows = json.loads(capsys.readouterr().out)
        assert [row["qualname"] for row in rows] == ["run", "tested"]
    (tmp_path / "main.py").write_text("from solve import run\n")  # nobody runs it any more
    main(["check", "--select", "JOL126", "--output-format", "json"])
    rows = json.loads(capsys.readouterr().out)
    assert [row["qualname"] for row in rows] == ["tested"]


def test_what_only_tests_run_is_there_for_others_to_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = "    return jax.jit(jax.vmap(lambda v: v * n))(x)\n"
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "lines.py": "import jax\n"
        + "".join(f"\n\ndef {name}(x, n):\n{made}" for name in ("run_once", "tried")),
        "main.py": "from lines import run_once\n\nprint(run_once([1.0], 2))\n",
        "test_lines.py": (
            "import jax\nfrom lines import tried\nfrom test_more import helper\n\n"
            "print(tried([1.0], 2), helper([1.0], 3))\n"
        ),
        "test_more.py": f"import jax\n\n\ndef helper(x, n):\n{made}",
    }
    write(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--severity", "info", "--select", "JOL102", "--output-format",
          "json"])  # fmt: skip
    rows = json.loads(capsys.readouterr().out)
    assert [row["qualname"] for row in rows] == ["tried"]


def test_keys_that_functions_of_other_files_use_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    draws = (
        "from typing import NamedTuple\n\nimport jax\n\n\n"
        "def noise(key, n):\n    return jax.random.normal(key, (n,))\n\n\n"
        "def folded(key, n):\n    return jax.random.fold_in(key, n)\n\n\n"
        "class State(NamedTuple):\n    key: jax.Array\n"
    )
    use = (
        "import jax\n\nfrom proj.draws import State, folded, noise\n\n\n"
        "def twice(key):\n    return noise(key, 3) + jax.random.uniform(key, (3,))\n\n\n"
        "def once(key):\n    return noise(key, 3), folded(key, 5)\n\n\n"
        "def kept(key):\n    x = jax.random.uniform(key, (3,))\n    return State(key), x\n"
    )
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "proj/__init__.py": "",
        "proj/draws.py": draws,
        "proj/use.py": use,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    main(["check", "--select", "JOL802", "--no-cache", "--output-format", "json"])
    rows = json.loads(capsys.readouterr().out)
    assert [(Path(row["filename"]).name, row["location"]["row"]) for row in rows] == [("use.py", 7)]


def test_a_new_reader_of_a_name_is_seen_through_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'p'\n")
    (tmp_path / "a.py").write_text("from jax import tree_map\n\ny = tree_map(abs, [1])\n")
    monkeypatch.chdir(tmp_path)

    def edits() -> str:
        main(["check", "--select", "JOL701", "--output-format", "json"])
        found = json.loads(capsys.readouterr().out)
        return next(json.dumps(f["fix"]["edits"]) for f in found if f["filename"] == "a.py")

    alone = edits()
    assert edits() == alone
    (tmp_path / "b.py").write_text("import jax\nfrom a import tree_map\n\nz = tree_map(abs, [2])\n")
    assert edits() != alone  # the name has to stay for its new reader


@pytest.mark.parametrize(
    ("reader", "stays"),
    [
        ("from proj.mesh import shard_map\n", True),
        ("def f():\n    from proj.mesh import shard_map as mapped\n    return mapped\n", True),
        ("import proj.mesh\n\nmapped = proj.mesh.shard_map\n", True),
        ("def f():\n    from proj import mesh\n    return mesh.shard_map\n", True),
        ("from .mesh import *\n\nprint(shard_map)\n", True),
        ("from proj import mesh\n\nprint(mesh.total)\n", False),
        ("from proj.other import shard_map\n", False),
    ],
)
def test_an_import_that_another_file_takes_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: str, stays: bool
) -> None:
    line = "from jax.experimental.shard_map import shard_map\n"
    mesh = (
        f"import jax\n{line}\n\ndef total(mesh, specs):\n    def body(x):\n"
        '        return jax.lax.psum(x, "data")\n\n'
        "    return shard_map(body, mesh, in_specs=specs, out_specs=specs)\n"
    )
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'p'\n")
    (tmp_path / "proj").mkdir()
    for name, text in {"__init__": "", "mesh": mesh, "reader": reader}.items():
        (tmp_path / f"proj/{name}.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--fix", "--unsafe-fixes"])
    new = (tmp_path / "proj/mesh.py").read_text()
    assert "return jax.shard_map(" in new
    assert (line in new) is stays


def test_what_only_tests_compile_is_not_taken_for_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lib = "def clip(x):\n    if jnp.max(x) > 1:\n        x = x / 2\n    return x\n"
    test = "def test_clip():\n    jax.jit(clip)(1.0)\n"
    (tmp_path / "lib.py").write_text(f"import jax.numpy as jnp\n\n\n{lib}")
    (tmp_path / "test_lib.py").write_text(f"import jax\nfrom lib import clip\n\n\n{test}")
    monkeypatch.chdir(tmp_path)
    assert main(["check", "--isolated", "--no-cache", "--select", "JOL105", "."]) == 0
    (tmp_path / "test_lib.py").rename(tmp_path / "app.py")
    assert main(["check", "--isolated", "--no-cache", "--select", "JOL105", "."]) == 1
    assert "lib.py:5" in capsys.readouterr().out


def test_what_another_module_compiles_is_found_through_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    package = tmp_path / "sim"
    package.mkdir()
    (package / "__init__.py").write_text("from sim.core import advance, evolve\n")
    core = (
        "import functools\nimport jax\nimport jax.numpy as jnp\n\n\n"
        "@functools.partial(jax.jit, static_argnums=1)\ndef advance(x, n):\n"
        "    return jnp.sin(x) * n\n\n\n"
        "def evolve(x):\n    return advance(x, 3)\n"
    )
    (package / "core.py").write_text(core)
    (tmp_path / "fit.py").write_text(
        "import jax\nfrom sim import evolve\n\n\n"
        "def loss(w, x):\n    return ((evolve(w) - x) ** 2).sum()\n\n\n"
        "def step(w, x):\n    return w - 0.1 * jax.grad(loss)(w, x)\n\n\n"
        "def fit(w, data):\n    for x in data:\n        w = step(w, x)\n    return w\n"
    )
    monkeypatch.chdir(tmp_path)
    command = ["check", "--isolated", "--no-cache", "--select", "JOL109", "."]
    assert main(command) == 0
    (package / "core.py").write_text(
        core.replace("@functools.partial(jax.jit, static_argnums=1)", "")
    )
    capsys.readouterr()
    assert main(command) == 1
    assert "fit.py:9" in capsys.readouterr().out


def test_what_shows_a_module_at_work_matters_less(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = "    key = jax.random.key(0)\n    draw(key)\n    draw(key) + jax.random.normal(key)\n"
    (tmp_path / "noise.py").write_text(
        "import jax\n\n\ndef draw(key):\n    return jax.random.normal(key)\n\n\n"
        f'if __name__ == "__main__":\n{shown}'
    )
    monkeypatch.chdir(tmp_path)
    command = ["check", "--isolated", "--no-cache", "--select", "JOL802", "."]
    assert main(command) == 1
    (tmp_path / "model.py").write_text("import jax\nfrom noise import draw\n\nprint(draw)\n")
    assert main(command) == 0
    capsys.readouterr()
    assert main([*command, "--severity", "info", "--verbose"]) == 1
    shown = "= severity: warning elsewhere; lowered in the `__main__` block"
    assert shown in capsys.readouterr().out


def test_what_fails_where_a_module_shows_itself_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    used = "print(jax.tree_map(abs, [1]))\n"
    (tmp_path / "unet.py").write_text(
        f'import jax\n\n\ndef net(x):\n    return x\n\n\nif __name__ == "__main__":\n    {used}'
    )
    monkeypatch.chdir(tmp_path)
    command = ["check", "--isolated", "--no-cache", "--select", "JOL701", "."]
    assert main(command) == 1
    (tmp_path / "model.py").write_text("from unet import net\n\nprint(net)\n")
    assert main(command) == 0
    capsys.readouterr()
    assert main([*command, "--severity", "info", "--verbose"]) == 1
    assert "= severity: error elsewhere; lowered" in capsys.readouterr().out


def test_what_only_the_block_of_a_packages_module_reaches_matters_less(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sim").mkdir()
    twice = "    return jax.random.normal(key) + jax.random.uniform(key)\n"
    module = (
        f"import jax\n\n\ndef draw(key):\n{twice}\n\n"
        f"def helped(key):\n{twice}\n\n"
        "def show():\n    return helped(jax.random.key(0))\n\n\n"
        f'def main():\n    show()\n\n\nif __name__ == "__main__":\n    main()\n'
    )
    (tmp_path / "sim" / "noise.py").write_text(module)
    (tmp_path / "use.py").write_text("import jax\nfrom sim.noise import draw\n\nprint(draw, jax)\n")
    monkeypatch.chdir(tmp_path)
    command = ["check", "--isolated", "--no-cache", "--select", "JOL802", "."]

    def told() -> list[str]:
        main([*command, "--output-format", "concise"])
        lines = capsys.readouterr().out.splitlines()
        return [line.split(":")[1] for line in lines if ".py:" in line]

    # A program that another file takes a function from, as its notes say.
    (tmp_path / "sim" / "__init__.py").write_text("")
    (tmp_path / "README.md").write_text("Run `python -m sim.noise`.\n")
    assert told() == ["5", "9"]
    (tmp_path / "README.md").unlink()
    assert told() == ["5"]
    # A module that its package offers: what shows it at work is no program.
    (tmp_path / "sim" / "__init__.py").write_text("from .noise import draw\n")
    assert told() == ["5"]
    (tmp_path / "use.py").write_text("import jax\nfrom sim import noise\n\nnoise.helped(jax)\n")
    assert told() == ["5", "9"]


def test_what_is_marked_as_deprecated_is_told_for_information(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = '    """Deprecated: take another one."""\n    return jax.tree_map(abs, x)\n'
    (tmp_path / "old.py").write_text(f"import jax\n\n\ndef old(x):\n{lines}")
    monkeypatch.chdir(tmp_path)
    command = ["check", "--isolated", "--no-cache", "--select", "JOL701", "."]
    assert main(command) == 0
    capsys.readouterr()
    assert main([*command, "--severity", "info", "--verbose"]) == 1
    shown = "= severity: error elsewhere; lowered in what its author marks as deprecated"
    assert shown in capsys.readouterr().out


HELPER = """\
import jax.numpy as jnp


def loss_of(x):
    return jnp.mean(jnp.square(x))
"""
THROUGH = """\
from proj.deep import loss_of


def told(x):
    return float(loss_of(x))
"""
LOOP = """\
from proj.through import told


def run(xs):
    return [told(x) + told(x) for x in xs]


def every(xs):
    for x in xs:
        told(x)
"""


def test_a_helper_of_another_file_is_looked_into_through_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n", "proj/__init__.py": "",
        "proj/deep.py": HELPER, "proj/through.py": THROUGH, "proj/loop.py": LOOP,
    }  # fmt: skip
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)

    def found() -> list[int]:
        main(["check", "--select", "JOL402", "--severity", "info", "--output-format", "json"])
        rows = json.loads(capsys.readouterr().out)
        return [r["location"]["row"] for r in rows if Path(r["filename"]).name == "loop.py"]

    assert found() == [10]
    assert found() == [10]
    # What is two imports away decides: nothing is computed on the device any more.
    (tmp_path / "proj/deep.py").write_text("import jax\n\n\ndef loss_of(x):\n    return 1.0\n")
    assert found() == []
    (tmp_path / "proj/deep.py").write_text(HELPER)
    assert found() == [10]
    (tmp_path / "proj/through.py").write_text(THROUGH.replace("float(loss_of(x))", "loss_of(x)"))
    assert found() == []


def test_what_is_further_off_is_not_looked_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n", "proj/__init__.py": "",
        "proj/deep.py": HELPER,
        "proj/mid.py": "from proj import deep\n\n\ndef loss_of(x):\n    return deep.loss_of(x)\n",
        "proj/through.py": THROUGH.replace("proj.deep", "proj.mid"), "proj/loop.py": LOOP,
    }  # fmt: skip
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    main(["check", "--select", "JOL402", "--severity", "info", "--no-cache"])
    assert "loop.py" not in capsys.readouterr().out


@pytest.mark.parametrize("decorator", ["", "@jax.jit\n"])
def test_a_function_with_the_name_of_its_module(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    decorator: str,
) -> None:
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "proj/__init__.py": "from proj.model import model\n",
        "proj/model.py": f"import jax\n\n\n{decorator}def model(params, x):\n"
        "    return x @ params\n",
        "train.py": "import jax\n\nfrom proj import model\n\n\n"
        "def step(params, x):\n"
        "    grads = jax.grad(lambda p: model(p, x).sum())(params)\n"
        "    return params - 0.1 * grads\n\n\n"
        "def train(params, xs):\n    for x in xs:\n        params = step(params, x)\n"
        "    return params\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    main(["check", "--select", "JOL109", "--output-format", "json"])
    found = json.loads(capsys.readouterr().out)
    assert [Path(row["filename"]).name for row in found] == ["train.py"] * (not decorator)


def test_flags_that_the_package_around_has_set_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = 'import os\n\nos.environ["XLA_FLAGS"] = "--xla_gpu_autotune_level={}"\n'
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "proj/__init__.py": flags.format(2) + "import proj.inner.model\n",
        "proj/inner/__init__.py": flags.format(2),
        "proj/inner/model.py": flags.format(3) + "import jax\n",
        "proj/other/__init__.py": flags.format(2) + "import jax\n",
    }
    write(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--select", "JOL902", "--output-format", "json"])
    rows = json.loads(capsys.readouterr().out)
    told = {row["filename"] for row in rows}
    assert told == {"proj/__init__.py", "proj/inner/model.py"}


@pytest.mark.parametrize(
    ("program", "severity"),
    [
        ("FLAGS\nfrom proj import training\n", "info"),
        ("from proj import training\n", "warning"),
        ("FLAGS\nimport jax\n", "warning"),
        ("FLAGS\nfrom proj import training\n".replace("FLAGS", "OTHERS"), "warning"),
    ],
)
def test_flags_that_the_program_sets_as_well(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    program: str,
    severity: str,
) -> None:
    flags = 'import os\n\nos.environ["XLA_FLAGS"] = "--xla_gpu_autotune_level={}"\n'
    program = program.replace("FLAGS", flags.format(2)).replace("OTHERS", flags.format(3))
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "proj/__init__.py": "",
        "proj/model.py": flags.format(2) + "import jax\n",
        "proj/training.py": "import jax\nfrom proj import model\n",
        "main.py": f"{program}\nprint(1)\n",
    }
    write(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--select", "JOL902", "--output-format", "json"])
    rows = json.loads(capsys.readouterr().out)
    told = {row["filename"]: row["severity"] for row in rows}
    assert told["proj/model.py"] == severity


@pytest.mark.parametrize(
    ("taker", "block", "severity"),
    [
        ("plot.ipynb", 'if __name__ == "__main__":\n    main()\n', "info"),
        ("plot.ipynb", "", "warning"),
        ("plot.py", 'if __name__ == "__main__":\n    main()\n', "warning"),
    ],
)
def test_flags_of_a_program_of_which_a_notebook_takes_something(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    taker: str,
    block: str,
    severity: str,
) -> None:
    code = "from launch import main\nmain()\n"
    cell = {"cell_type": "code", "source": code, "metadata": {}, "outputs": []}
    notebook = json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "launch.py": 'import os\n\nos.environ["XLA_FLAGS"] = "--xla_gpu_autotune_level=2"\n'
        f"import jax\n\ndef main():\n    print(jax.devices())\n\n{block}",
        taker: notebook if taker.endswith("ipynb") else code,
    }
    write(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--select", "JOL902", "--severity", "info",
          "--output-format", "json"])  # fmt: skip
    rows = json.loads(capsys.readouterr().out)
    assert [row["severity"] for row in rows] == [severity]


@pytest.mark.parametrize(
    ("test", "severity"),
    [
        ('os.environ.get("ON_HOSTS")', "info"),
        ('os.getenv("ON_HOSTS", "0").lower() in ("1", "true")', "info"),
        ('int(os.environ.get("ON_HOSTS", "0")) and MORE', "info"),
        ('"ON_HOSTS" in os.environ', "info"),
        ("wanted is not None", "info"),
        ('not os.environ.get("ON_CHIPS")', "warning"),
        ('os.environ.get("ON_HOSTS", "1") == "1"', "warning"),
        ('os.environ.get("ON_HOSTS") or MORE', "warning"),
        ("MORE", "warning"),
    ],
)
def test_flags_that_another_variable_asks_for(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    test: str,
    severity: str,
) -> None:
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "proj/__init__.py": "",
        "proj/settings.py": 'import json\n\nMORE = json.loads(open("more.json").read())\n',
        "proj/model.py": "import os\nfrom proj.settings import MORE\n"
        f'wanted = os.environ.get("ON_HOSTS")\nif {test}:\n'
        '    os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"\nimport jax\n',
        "main.py": "from proj import model\nprint(model)\n",
    }
    write(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--select", "JOL902", "--severity", "info",
          "--output-format", "json"])  # fmt: skip
    rows = json.loads(capsys.readouterr().out)
    assert [row["severity"] for row in rows] == [severity]


def test_values_that_go_to_a_meter_of_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    meters = """\
import jax


class Mean:
    def __init__(self, total):
        self.total, self.count = total, 0

    def update(self, value):
        self.total, self.count = self.total + value, self.count + 1


class Channel:
    def __init__(self, socket):
        self.socket, self.device = socket, jax.devices()[0]

    def update(self, value):
        self.socket.send(value)
"""
    train = """\
import jax

from proj.meters import {0}


@jax.jit
def step(state, batch):
    return state - batch, (state * batch).sum()


def train(state, batches, writer, made):
    meter = {0}(made)
    for i, batch in enumerate(batches):
        state, loss = step(state, batch)
        meter.update(loss.item())
        if i % 100 == 0:
            writer.show(meter)
    return state
"""
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "proj/__init__.py": "",
        "proj/meters.py": meters,
        "proj/kept.py": train.format("Mean"),
        "proj/sent.py": train.format("Channel"),
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--severity", "info", "--select", "JOL402", "--output-format",
          "json"])  # fmt: skip
    rows = json.loads(capsys.readouterr().out)
    told = {(Path(row["filename"]).name, row["severity"]) for row in rows}
    # Whoever is sent a number may want it at once; what a meter keeps is not followed that far.
    assert told == {("kept.py", "info"), ("sent.py", "info")}


def test_a_method_of_a_list_of_another_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "kept.py").write_text("import jax\n\nseen = [0]\nkeep = seen.append\n")
    (tmp_path / "timed.py").write_text(
        "import time\n\nimport jax\n\nfrom kept import keep\n\n\n"
        "def timed(x):\n    began = time.time()\n    y = jax.jit(lambda x: x @ x)(x)\n"
        "    keep(y)\n    return time.time() - began\n"
    )
    assert main([str(tmp_path), "--no-cache", "--select", "JOL407"]) in (0, 1)
    assert "failed" not in capsys.readouterr().err


def test_flags_of_another_file_that_ask_for_the_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old = 'OLD = version.parse(jax.__version__) < version.parse("0.4.25")\n'
    asks = f"from packaging import version\n\n{old}"
    (tmp_path / "compat.py").write_text(
        f"import jax\n{asks}SIZE = 3\njax.tree_multimap = jax.tree_util.tree_map\n"
    )
    (tmp_path / "use.py").write_text(
        "import jax\n\nimport compat\nfrom compat import OLD, SIZE\n\n\n"
        "def a(t):\n    return jax.tree_map(abs, t) if OLD else t\n\n\n"
        "def b(t):\n    if compat.OLD:\n        return jax.tree_map(abs, t)\n    return t\n\n\n"
        "def c(t):\n    return jax.tree_multimap(abs, t)\n\n\n"
        "def d(t):\n    return jax.tree_map(abs, t) if SIZE else t\n"
    )
    monkeypatch.chdir(tmp_path)
    main(["check", "--isolated", "--no-cache", "--select", "JOL70", "--output-format", "json"])
    rows = json.loads(capsys.readouterr().out)
    assert [(row["filename"], row["location"]["row"]) for row in rows] == [("use.py", 22)]


def test_an_import_that_may_fail_is_told_and_not_what_it_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "code.py").write_text(
        "try:\n    from jax.experimental import host_callback as hcb\n\n    THERE = True\n"
        "except ImportError:\n    THERE = False\n\n\n"
        "def shown(x):\n    return hcb.call(print, x) if THERE else x\n"
    )
    monkeypatch.chdir(tmp_path)
    main(["check", "--isolated", "--no-cache", "--select", "JOL70", "--output-format", "json"])
    assert [row["code"] for row in json.loads(capsys.readouterr().out)] == ["JOL708"]


def test_turns_and_programs_that_other_files_tell_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    turn = "        x = jnp.sin(x) + jnp.cos(x) * 2 - jnp.tanh(x) / 3 + jnp.exp(x) ** 2\n"
    walk = "def {}(x, settings):\n    for _ in range({}):\n" + turn + "    return x\n\n\n"
    physics = (
        "import jax.numpy as jnp\n\n\n"
        "class Grid:\n    def relaxed(self, x, settings):\n"
        "        for _ in range(settings.steps):\n    " + turn + "        return x\n\n\n"
        "    def alone(self, x, settings):\n"
        "        for _ in range(settings.steps):\n    " + turn + "        return x\n"
    )
    solve = (
        "import jax\n\n\ndef advance(grid, x, settings):\n"
        "    return grid.relaxed(x, settings)\n\n\n"
        "step = jax.jit(advance, static_argnums=(0, 2))\n"
    )
    main_file = (
        "import jax.numpy as jnp\n\nfrom proj.settings import Settings\n"
        "from proj.walks import {}\n\n\n"
        "def main(show=False):\n    settings = Settings()\n    x = jnp.ones(3)\n"
        "    long(x, settings)\n    short(x, settings)\n"
        "    if show:\n        shown(x, settings)\n\n\n"
        'if __name__ == "__main__":\n    main()\n'
    ).format("long, short, shown")
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "proj/__init__.py": "",
        # Nothing here leads to JAX.
        "proj/settings.py": "from dataclasses import dataclass\n\n\n"
        "@dataclass\nclass Settings:\n    steps: int = 9000\n    few: int = 3\n",
        "proj/walks.py": "import jax.numpy as jnp\n\n\n"
        + walk.format("long", "settings.steps")
        + walk.format("short", "settings.few")
        + walk.format("shown", "settings.steps")
        + walk.format("offered", "settings.steps"),
        "proj/main.py": main_file,
        "proj/physics.py": physics,
        "proj/solve.py": solve,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    for _ in range(2):  # the second time from the cache
        main(["check", "--severity", "info", "--select", "JOL203", "--output-format", "json"])
        rows = json.loads(capsys.readouterr().out)
        told = {
            (Path(row["filename"]).name, row["location"]["row"]): (
                row["severity"], row["assumptions"],
            )
            for row in rows
        }  # fmt: skip
        nobody = "nothing compiles the code around it"
        few = "it takes more than a few iterations"
        assert told == {
            ("walks.py", 5): ("warning", ["`steps` is left at 9000"]),
            ("walks.py", 11): ("info", [few]),
            ("walks.py", 17): ("info", ["`steps` is left at 9000", nobody]),
            ("walks.py", 23): ("info", [few, nobody]),
            ("physics.py", 12): ("info", [few, nobody]),
        }  # `relaxed` may be what compiled code calls on a grid


def test_functions_that_loops_of_other_files_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "proj/__init__.py": "",
        "proj/fits.py": (
            "import jax\nimport jax.numpy as jnp\n\n\n"
            "def fit(data, steps):\n    @jax.jit\n    def update(x):\n"
            "        return x - 0.1 * jnp.mean(data - x)\n\n    x = jnp.zeros(3)\n"
            "    for _ in range(steps):\n        x = update(x)\n    return x\n\n\n"
            "def alone(data, steps):\n    @jax.jit\n    def update(x):\n"
            "        return x - 0.1 * jnp.mean(data - x)\n\n    return update(jnp.zeros(3))\n\n\n"
            "def of_settings(settings):\n    run = jax.jit(make(settings))\n"
            "    return run(jnp.zeros(3))\n\n\n"
            "def make(settings):\n    def run(x):\n        return x * settings.rate\n\n"
            "    return run\n"
        ),
        "proj/main.py": (
            "from proj.fits import alone, fit, of_settings\n\n\n"
            "def main(sets, settings):\n    for data in sets:\n        fit(data, 10)\n"
            "        alone(data, 10)\n    for one in settings:\n        of_settings(one)\n"
        ),
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--severity", "info", "--select", "JOL102", "--output-format",
          "json"])  # fmt: skip
    rows = json.loads(capsys.readouterr().out)
    # A fit is a run of its own, and of other settings each turn another program is compiled.
    assert {(row["location"]["row"], (row["lowered"] or row)["severity"]) for row in rows} == {
        (7, "info"), (18, "warning"), (25, "info"),
    }  # fmt: skip


def test_what_one_other_file_runs_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fit = (
        "import jax\nimport jax.numpy as jnp\n\n\n"
        "def {}(rate):\n    step = jax.jit(lambda x: x * rate)\n    return step(jnp.zeros(3))\n"
    )
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "proj/__init__.py": "",
        "proj/once.py": fit.format("once"),
        "proj/through.py": fit.format("through"),
        "proj/twice.py": fit.format("twice"),
        "proj/given_away.py": fit.format("given_away"),
        "proj/asked.py": fit.format("asked"),
        "proj/runs.py": "from proj.through import through\n\n\ndef run(x):\n    through(x)\n",
        "proj/main.py": (
            "from proj.asked import asked\nfrom proj.given_away import given_away\n"
            "from proj.once import once\nfrom proj.runs import run\n"
            "from proj.twice import twice\n\n\n"
            "def main():\n    once(0.1)\n    run(0.2)\n    twice(0.3)\n    twice(0.4)\n"
            "    print(given_away)\n\n\n"
            "def on_request(x):\n    return asked(x)\n\n\n"
            'if __name__ == "__main__":\n    main()\n'
        ),
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--severity", "info", "--select", "JOL102", "--output-format",
          "json"])  # fmt: skip
    told = {row["filename"] for row in json.loads(capsys.readouterr().out)}
    assert told == {"proj/twice.py", "proj/given_away.py", "proj/asked.py"}


def test_an_import_that_starts_the_backend(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = "import jax.numpy as jnp\n\nSIZES = jnp.arange(3)\n"
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "proj/__init__.py": "",
        "proj/sizes.py": made,
        "proj/plain.py": made.replace("jnp.arange(3)", "(1, 2)"),
        "late.py": "import jax\n\nfrom proj.sizes import SIZES\n\n\ndef main(address):\n"
        "    jax.distributed.initialize(address)\n    return SIZES\n",
        "in_time.py": "import jax\n\nfrom proj.plain import SIZES\n\n\ndef main(address):\n"
        "    jax.distributed.initialize(address)\n    return SIZES\n",
    }
    write(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--select", "JOL909,JOL910", "--output-format", "json"])
    rows = json.loads(capsys.readouterr().out)
    assert {(row["filename"], row["code"]) for row in rows} == {
        ("late.py", "JOL909"),
        ("proj/sizes.py", "JOL910"),
    }


@pytest.mark.parametrize(
    "start",
    [
        "from steps import step",  # from the folder of the script
        "try:\n    from tools.steps import step\nexcept ImportError:\n    from steps import step",
    ],
)
def test_scripts_import_what_lies_beside_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], start: str
) -> None:
    steps = (
        "import jax\nimport jax.numpy as jnp\n\n\n@jax.jit\n"
        "def step(params, batch):\n    loss = jnp.mean(batch * params)\n"
        "    return params - loss, loss\n"
    )
    train = (
        f"{start}\nimport typing\n\n\ndef train(params, data):\n    for batch in data:\n"
        "        params, loss = step(params, batch)\n        print(float(loss))\n"
        "    return params\n"
    )
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "tools/steps.py": steps,
        "tools/train.py": train,
        "tools/typing.py": "import jax\n",  # it hides no module of Python
        "other/steps.py": "import jax\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    assert _sure(capsys) == ["train.py"]
    # Where two folders mean another module by it each, neither is taken for it.
    (tmp_path / "other/train.py").write_text(train.replace("tools.", "other."))
    assert _sure(capsys) == (["train.py"] if start.startswith("try") else [])


def _sure(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The files with a wait for what is known to be compiled."""
    main(["check", "--no-cache", "--select", "JOL402,JOL404", "--output-format", "json"])
    rows = json.loads(capsys.readouterr().out)
    return [Path(row["filename"]).name for row in rows if not row["assumptions"]]


def test_a_mesh_that_another_file_sets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    model = (
        "from flax import nnx\n\n\n"
        "def layer(size, rngs):\n"
        '    init = nnx.with_partitioning(nnx.initializers.ones, (None, "model"))\n'
        "    return nnx.Linear(size, size, kernel_init=init, rngs=rngs)\n"
    )
    train = (
        "import jax\nfrom flax import nnx\nfrom model import layer\n\n\n"
        'def main():\n    mesh = jax.make_mesh((1,), ("model",))\n    {}\n'
        "    return layer(4, nnx.Rngs(0))\n"
    )
    monkeypatch.chdir(tmp_path)

    def found() -> list[str]:
        main(["check", "--select", "JOL713", "--output-format", "json"])
        return [Path(r["filename"]).name for r in json.loads(capsys.readouterr().out)]

    write(tmp_path, {"pyproject.toml": "[tool.jaxopt-lint]\n", "model.py": model})
    write(tmp_path, {"train.py": train.format("print(mesh)")})
    assert found() == ["model.py"]
    write(tmp_path, {"train.py": train.format("jax.set_mesh(mesh)")})
    assert found() == []  # the cache knows that, too
    # Another program of the same name hides it no more.
    write(tmp_path, {"train.py": train.format("jax.set_mesh(mesh)"), "z/train.py": "import jax\n"})
    notebook = {"cells": [{"cell_type": "code", "source": "import jax\nprint(jax.devices())"}],
                "metadata": {}, "nbformat": 4, "nbformat_minor": 5}  # fmt: skip
    write(tmp_path, {"train.ipynb": json.dumps(notebook)})
    assert found() == []


def test_parameters_that_another_file_hands_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    loading = (
        "import jax\n\n\ndef loaded(params, kernel):\n    params = params.unfreeze()\n"
        '    params["kernel"] = kernel\n    return params\n'
    )
    train = (
        "import jax\nimport jax.numpy as jnp\nfrom flax import linen as nn\n"
        "from flax.core import freeze\nfrom loading import loaded\n\n\n"
        "def main(kernel):\n    variables = nn.Dense(3).init(jax.random.key(0), jnp.ones(4))\n"
        '    params = variables["params"]\n    return loaded({}, kernel)\n'
    )
    monkeypatch.chdir(tmp_path)

    def found() -> list[str]:
        main(["check", "--select", "JOL713", "--output-format", "json"])
        return [Path(r["filename"]).name for r in json.loads(capsys.readouterr().out)]

    write(tmp_path, {"pyproject.toml": "[tool.jaxopt-lint]\n", "loading.py": loading})
    write(tmp_path, {"train.py": train.format("freeze(params)")})
    assert found() == []
    write(tmp_path, {"train.py": train.format("params")})
    assert found() == ["loading.py"]  # the cache knows that, too
    write(tmp_path, {"requirements.txt": "jax\nflax<0.7.1\n"})
    assert found() == []


def test_tracers_for_static_parameters_of_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    filters = (
        "from functools import partial\nimport jax\nimport jax.numpy as jnp\n\n\n"
        '@partial(jax.jit, static_argnames=["limit"])\n'
        "def lowpass(x, limit, scale):\n    return jnp.where(x <= limit, x * scale, 0.0)\n"
    )
    smoothing = (
        "from functools import partial\nimport jax\nfrom filters import lowpass\n\n\n"
        "@partial(jax.jit{})\n"
        "def smooth(x, limit):\n    return lowpass(x, limit, 2.0) + lowpass(x, 3.0, limit)\n"
    )
    monkeypatch.chdir(tmp_path)

    def found() -> list[tuple[str, int]]:
        main(["check", "--select", "JOL106", "--output-format", "json"])
        rows = json.loads(capsys.readouterr().out)
        return [(Path(r["filename"]).name, r["location"]["row"]) for r in rows]

    write(tmp_path, {"pyproject.toml": "[tool.jaxopt-lint]\n", "filters.py": filters})
    write(tmp_path, {"smoothing.py": smoothing.format("")})
    assert found() == [("smoothing.py", 8)]
    write(tmp_path, {"smoothing.py": smoothing.format(", static_argnums=1")})
    assert found() == []


UPDATES = """\
import optax


def inner_loop(loss, params, xs, optimizer):
    state = optimizer.init(params)
    seen = []
    for x in xs:
        updates, state = optimizer.update(loss(params, x), state)
        params = optax.apply_updates(params, updates)
        seen.append(params)
        print(seen)
    return params
"""
COMPILES = """\
import jax
{line}


class Trainer:
    def __init__(self, loss, optimizer, fast):
        self.loss, self.optimizer = loss, optimizer
        if fast:
            self._update = {made}

    def _update(self, params, xs):
        return {name}inner_loop(self.loss, params, xs, self.optimizer)
"""


@pytest.mark.parametrize(
    ("line", "name", "package"),
    [
        ("from helpers import inner_loop", "", ""),
        ("from proj import helpers, other", "helpers.", ""),  # the folder's name, without a package
        ("from src import helpers", "helpers.", ""),
        ("import helpers", "helpers.", "proj/"),  # beside it, in a folder that is no package
        ("from proj import inner_loop", "", "proj/"),  # by the name that the package gives it on
    ],
)
def test_what_a_method_calls_that_is_compiled_by_assignment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    line: str, name: str, package: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    init = "from .helpers import inner_loop\n" if "proj import inner" in line else None
    found = {}
    for made in ("jax.pmap(self._update)", "self._slowly"):
        trainer = COMPILES.format(line=line, made=made, name=name)
        files = {"pyproject.toml": "[tool.jaxopt-lint]\n", f"{package}helpers.py": UPDATES,
                 f"{package}trainer.py": trainer, f"{package}other.py": "import jax\n"}  # fmt: skip
        write(tmp_path, files | ({"proj/__init__.py": init} if init else {}))
        main(["check", "--select", "JOL109", "--no-cache", "--output-format", "json"])
        found[made] = [r["code"] for r in json.loads(capsys.readouterr().out)]
    assert found == {"jax.pmap(self._update)": [], "self._slowly": ["JOL109"]}


@pytest.mark.parametrize("puts", [True, False])
def test_names_that_the_project_puts_back(
    puts: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        'if not hasattr(batching, "not_mapped"):', '    setattr(batching, "not_mapped", None)',
        'setattr(np, "Inf", np.inf)', "jnp.clip = lambda x, a_min, a_max: x",
    ]  # fmt: skip
    head = "import jax.numpy as jnp\nimport numpy as np\nfrom jax.interpreters import batching\n"
    write(tmp_path, {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "kit/__init__.py": "from . import compat\n",
        "kit/compat.py": head + "\n".join(lines if puts else []),
        "kit/rules.py": f"{head}\n\ndef rule(x, axis):\n    if axis is batching.not_mapped:\n"
        "        return jnp.clip(x, a_min=0.0, a_max=np.Inf)\n    return x\n",
    })  # fmt: skip
    monkeypatch.chdir(tmp_path)
    main(["check", "--no-cache", "--select", "JOL7", "--output-format", "json"])
    rows = json.loads(capsys.readouterr().out)
    found = {(Path(row["filename"]).name, row["code"]) for row in rows}
    assert found == (set() if puts else {("rules.py", "JOL702"), ("rules.py", "JOL704")})


def test_one_of_several_functions_of_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    functions = (
        "import jax\nimport jax.numpy as jnp\nfrom plum import dispatch\n\n\n"
        "@dispatch\n@jax.jit\ndef total(x: jax.Array):\n    return jnp.sum(x)\n\n\n"
        "@dispatch\ndef total(x: list):\n    return bounded(jnp.stack(x).sum())\n\n\n"
        "def bounded(x):\n    if x > 1:\n        return x\n    return 1\n"
    )
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "proj/__init__.py": "",
        "proj/sums.py": functions,
        "proj/use.py": "import jax\nfrom proj.sums import total\n\nboth = jax.jit(total)\n",
    }
    monkeypatch.chdir(tmp_path)
    write(tmp_path, files)
    command = ["check", "--no-cache", "--select", "JOL105", "--output-format", "json"]
    main(command)  # a jit of the name is one of whichever it comes to
    assert [row["location"]["row"] for row in json.loads(capsys.readouterr().out)] == [18]
    write(tmp_path, {"proj/use.py": files["proj/use.py"].replace("jax.jit(total)", "total([1])")})
    main(command)  # the jit of one is none of the other
    assert json.loads(capsys.readouterr().out) == []


@pytest.mark.parametrize("decorator", ["", "@dispatch\n"])
def test_what_a_registered_function_calls(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    decorator: str,
) -> None:
    files = {
        "pyproject.toml": "[tool.jaxopt-lint]\n",
        "proj/__init__.py": "",
        "proj/parts.py": "import jax.numpy as jnp\n\n\n"
        "def bounded(x):\n    y = jnp.sum(x)\n    if y > 1:\n        return y\n    return 1\n",
        "proj/sums.py": "import jax\nfrom plum import dispatch\n\n"
        f"from proj.parts import bounded\n\n\n@jax.jit\n{decorator}"
        "def total(x: jax.Array):\n    return bounded(x) + own(x)\n\n\n"
        "def own(x):\n    y = jax.numpy.sum(x)\n    if y > 1:\n        return y\n    return 1\n",
    }
    monkeypatch.chdir(tmp_path)
    write(tmp_path, files)
    main(["check", "--no-cache", "--select", "JOL105", "--output-format", "json"])
    rows = json.loads(capsys.readouterr().out)
    assert len(rows) == (0 if decorator else 2)
