"""Notebooks on the command line: found, told by cell, silenced, fixed, or refused in a sentence."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from jaxopt_lint.cli.main import main

CELLS = (
    "%matplotlib inline\nimport jax\nimport jax.numpy as jnp",
    "%%bash\npip install jax",
    "x = jnp.zeros(3)\nx.at[0].set(1.0)\nx",
    "%time y = jax.tree_map(lambda a: a, x)\nz = jax.tree_map(lambda a: a, y)\nx.at[0].set(1.0)",
)


def notebook(*cells: Any, **top: Any) -> str:
    text = {"cell_type": "markdown", "metadata": {}, "source": ["# About `jax`\n"]}
    code = [
        {
            "cell_type": "code",
            "execution_count": None,
            "metadata": {},
            "outputs": [{"output_type": "stream", "name": "stdout", "text": ["é\n"]}],
            "source": cell.splitlines(keepends=True) if isinstance(cell, str) else cell,
        }
        for cell in cells
    ]
    metadata = {"language_info": {"name": "python"}}
    whole = {"cells": [text, *code], "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps({**whole, **top}, indent=1, ensure_ascii=False) + "\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    (tmp_path / "nb.ipynb").write_text(notebook(*CELLS), encoding="utf-8")
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], *args: str, code: int = 1) -> str:
    capsys.readouterr()
    assert main([*args, "-j1"]) == code
    return capsys.readouterr().out


MODULE = """import jax.numpy as jnp


def total(xs):
    out = []
    for row in range(xs.shape[0]):
        out.append(jnp.sin(xs[row]) @ xs[row])
    return jnp.stack(out)
"""
LOST = "`x.at[...].set` gives a new value and leaves `x` as it was: the result is lost"
GONE = (
    "`jax.tree_map` was removed in JAX 0.6.0 and raises AttributeError there "
    "(no file here bounds JAX)"
)


def test_concise(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "--output-format", "concise") == (
        f"nb.ipynb:cell 4:2:1: JOL806 {LOST}\nnb.ipynb:cell 5:2:5: JOL701 [*] {GONE}\n"
    )


def test_text(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys) == (
        f"nb.ipynb:cell 5:2:5: error: {GONE} [JOL701 deprecated-tree-api] [*]\n"
        "  |\n"
        "1 | %time y = jax.tree_map(lambda a: a, x)\n"
        "2 | z = jax.tree_map(lambda a: a, y)\n"
        "  |     ^^^^^^^^^^^^\n"
        "3 | x.at[0].set(1.0)\n"
        "  |\n"
        "  = help: use `jax.tree_util.tree_map`\n"
        "  = fix: Use the name that the tree function has now (same result, bit for bit; "
        "--fix applies it)\n"
        "      2 - z = jax.tree_map(lambda a: a, y)\n"
        "        + z = jax.tree_util.tree_map(lambda a: a, y)\n"
        "\n"
        f"nb.ipynb:cell 4:2:1: warning: {LOST} [JOL806 discarded-array-result]\n"
        "  |\n"
        "1 | x = jnp.zeros(3)\n"
        "2 | x.at[0].set(1.0)\n"
        "  | ^^^^^^^^^^^^^^^^\n"
        "3 | x\n"
        "  |\n"
        "  = help: store it (`x = ...`), or remove the line\n"
    )


def test_grouped(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "--output-format", "grouped") == (
        "nb.ipynb:\n"
        f"  cell 4:2:1  warning  JOL806     {LOST}\n"
        f"  cell 5:2:5  error    JOL701 [*] {GONE}\n"
    )


def test_json(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lost, gone = json.loads(told(capsys, "--output-format", "json"))
    assert (lost["cell"], lost["location"]) == (4, {"row": 2, "column": 1})
    assert (gone["cell"], gone["location"]) == (5, {"row": 2, "column": 5})
    assert gone["end_location"] == {"row": 2, "column": 17}
    assert gone["noqa_row"] == 2
    assert gone["fix"]["edits"] == [
        {
            "cell": 5,
            "content": "jax.tree_util.tree_map",
            "location": {"row": 2, "column": 5},
            "end_location": {"row": 2, "column": 17},
        }
    ]


def test_github_and_gitlab_name_the_first_line_of_the_file_as_ruff_does(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, _ = told(capsys, "--output-format", "github").splitlines()
    assert first == (
        "::error title=jaxopt-lint (JOL701),file=nb.ipynb,line=1,endLine=1,col=1,endColumn=1::"
        f"cell 5:2:5: {GONE}%0Ause `jax.tree_util.tree_map`"
    )
    lost, gone = json.loads(told(capsys, "--output-format", "gitlab"))
    assert lost["location"] == {"path": "nb.ipynb", "lines": {"begin": 1, "end": 1}}
    assert gone["description"] == f"JOL701: cell 5:2:5: {GONE}"


def test_sarif_and_rdjson_count_rows_of_the_joined_code_as_ruff_does(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (run,) = json.loads(told(capsys, "--output-format", "sarif"))["runs"]
    lost, _ = run["results"]
    (place,) = lost["locations"]
    assert place["physicalLocation"]["region"] == {
        "startLine": 5, "startColumn": 1, "endLine": 5, "endColumn": 17,
    }  # fmt: skip
    assert lost["message"]["text"].startswith(f"cell 4:2:1: {LOST}\n")
    lost, gone = json.loads(told(capsys, "--output-format", "rdjson"))["diagnostics"]
    assert lost["location"]["range"]["start"] == {"line": 5, "column": 1}
    assert gone["message"].startswith(f"cell 5:2:5: {GONE}\n")
    assert gone["suggestions"][0]["text"] == "jax.tree_util.tree_map"


def test_junit(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "--output-format", "junit")
    assert 'name="JOL806 discarded-array-result cell 4:2:1" classname="nb"' in text
    assert f">nb.ipynb:cell 4:2:1: {LOST}\n" in text


def test_rows_in_messages_go_by_their_cells(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = (
        "import jax\n\ndef sample():\n    key = jax.random.key(0)\n    a = jax.random.normal(key)"
    )
    body = f"{head}\n    return a + jax.random.normal(key)\n"
    (project / "nb.ipynb").write_text(notebook("import numpy as np", body))
    out = told(capsys, "--output-format", "concise")
    assert out.startswith("nb.ipynb:cell 3:6:")
    assert "(line 5)" in out
    late = "import os\nos.environ['XLA_FLAGS'] = '--xla_dump_to=/tmp/x'"
    started = "import jax\nprint(jax.devices())"
    (project / "nb.ipynb").write_text(notebook("import math", started, late))
    assert "on line 2 of cell 3 " in told(capsys, "--output-format", "concise")


def test_what_is_given_up_on_and_where(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "why", "nb.ipynb:cell 5:2:5", code=0).startswith("nb.ipynb:cell 5:2:5: ")
    assert "cell 5:2: silent" in told(capsys, "why", "nb.ipynb:cell 5:2", "JOL201", code=0)
    answer = json.loads(told(capsys, "why", "nb.ipynb:cell 4:2", "--output-format", "json", code=0))
    assert (answer["cell"], answer["line"]) == (4, 2)
    assert answer["rules"][0]["findings"][0]["cell"] == 4


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("nb.ipynb:3", "name a cell as well"),
        ("nb.ipynb:cell 3:1", "cell 3 holds no code that is looked at"),
        ("nb.ipynb:cell 4:9", "cell 4 has 3 lines"),
        ("nb.ipynb:cell 99:1", "cell 99 holds no code"),
    ],
)
def test_places_that_are_none(
    project: Path, capsys: pytest.CaptureFixture[str], place: str, reason: str
) -> None:
    assert main(["why", place]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize("comment", ["# jaxopt-lint: ignore[JOL806] shown", "# noqa: JOL806"])
def test_comments_silence_in_cells(
    project: Path, capsys: pytest.CaptureFixture[str], comment: str
) -> None:
    cell = f"import jax.numpy as jnp\nx = jnp.zeros(3)\nx.at[0].set(1.0)  {comment}\nx"
    (project / "nb.ipynb").write_text(notebook(cell))
    told(capsys, code=0)


def test_add_ignore_writes_into_cells(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--add-ignore"]) == 0
    text = (project / "nb.ipynb").read_text(encoding="utf-8")
    assert '"x.at[0].set(1.0)  # jaxopt-lint: ignore[discarded-array-result]\\n"' in text
    told(capsys, code=0)


def test_baseline_and_cache(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = told(capsys)
    assert (project / ".jaxopt_lint_cache").is_dir()
    assert told(capsys) == first
    assert main(["baseline", "create"]) == 0
    told(capsys, code=0)
    (project / "nb.ipynb").write_text(notebook("n = 1", *CELLS, CELLS[-2]), encoding="utf-8")
    assert told(capsys, "--output-format", "concise") == f"nb.ipynb:cell 7:2:1: JOL806 {LOST}\n"


def test_only_changed_lines(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git("init", "-q", "-b", "main")
    git("add", "-A")
    git("commit", "-qm", "one")
    told(capsys, "--since", "HEAD", code=0)
    changed = CELLS[2] + "\nx.at[1].set(2.0)\nx"
    (project / "nb.ipynb").write_text(notebook(*CELLS[:2], changed, CELLS[3]), encoding="utf-8")
    out = told(capsys, "--since", "HEAD", "--output-format", "concise")
    assert out == f"nb.ipynb:cell 4:4:1: JOL806 {LOST}\n"
    told(capsys, "--since", "HEAD", "--diff", code=0)


def test_review_comments_stand_on_the_lines_of_the_file(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    git("init", "-q", "-b", "main")
    git("commit", "-qm", "empty", "--allow-empty")
    git("add", "-A")
    git("commit", "-qm", "one")
    capsys.readouterr()
    assert main(["review", "--dry-run", "--base", "HEAD~1"]) == 0
    out = capsys.readouterr().out
    lines = (project / "nb.ipynb").read_text(encoding="utf-8").splitlines()
    places = [int(row) for row in re.findall(r"^nb.ipynb:(\d+)$", out, re.MULTILINE)]
    assert [lines[row - 1].strip() for row in places] == [
        r'"z = jax.tree_map(lambda a: a, y)\n",', r'"x.at[0].set(1.0)\n",',
    ]  # fmt: skip
    assert "(cell 5, line 2)" in out
    assert r'|     "z = jax.tree_util.tree_map(lambda a: a, y)\n",' in out
    assert "```suggestion" in out


def git(*args: str) -> None:
    names = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *names, *args], check=True, capture_output=True)


# -- fixes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_fix_keeps_every_other_byte(
    project: Path, capsys: pytest.CaptureFixture[str], ends: str
) -> None:
    path = project / "nb.ipynb"
    text = "\ufeff" + notebook(*CELLS).replace("\n", ends)
    path.write_bytes(text.encode())
    told(capsys, "--fix")
    expected = text.replace("z = jax.tree_map(", "z = jax.tree_util.tree_map(")
    assert path.read_bytes() == expected.encode()
    told(capsys, "--fix")
    assert path.read_bytes() == expected.encode()


def test_diff_names_cells(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "--diff") == (
        "--- a/nb.ipynb:cell 5\n+++ b/nb.ipynb:cell 5\n@@ -1,3 +1,3 @@\n"
        " %time y = jax.tree_map(lambda a: a, x)\n"
        "-z = jax.tree_map(lambda a: a, y)\n"
        "+z = jax.tree_util.tree_map(lambda a: a, y)\n"
        " x.at[0].set(1.0)\n"
    )


def test_an_import_that_a_fix_needs_ends_the_cell_of_imports(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cells = ("from jax import tree_map", "y = await f(tree_map(abs, [1]))")
    (project / "nb.ipynb").write_text(notebook(*cells))
    main(["--fix", "-j1"])
    after = json.loads((project / "nb.ipynb").read_text())
    sources = ["".join(cell["source"]) for cell in after["cells"][1:]]
    assert "tree_map(abs, [1])" in sources[1]
    assert "from jax import tree_map" not in sources[0]
    assert sources[0].startswith(("from jax.tree_util import", "from jax import", "import jax"))


def test_standard_input(project: Path) -> None:
    text = (project / "nb.ipynb").read_bytes()
    command = [sys.executable, "-m", "jaxopt_lint", "--stdin-filename", "x.ipynb"]
    run = subprocess.run([*command, "--fix", "-"], input=text, capture_output=True)
    assert run.stdout == text.replace(b"z = jax.tree_map(", b"z = jax.tree_util.tree_map(")
    assert b"x.ipynb:cell 4:2:1: JOL806" in run.stderr


def test_fixes_are_not_verified(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (project / "nb.ipynb").read_bytes()
    assert main(["verify", "nb.ipynb"]) == 2
    assert "notebooks are not verified" in capsys.readouterr().err
    assert main(["verify", "nb.ipynb:f", "nb.ipynb:g"]) == 2
    assert "notebooks are not verified" in capsys.readouterr().err
    told(capsys, "--fix", "--verify")
    assert (project / "nb.ipynb").read_bytes() == before
    assert main(["rewrite", "tree", "nb.ipynb"]) == 2
    assert "codemods are not run on notebooks" in capsys.readouterr().err


# -- what a notebook is ---------------------------------------------------------------------


def test_names_are_seen_from_cell_to_cell_and_in_modules(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "nb.ipynb").unlink()
    (project / "lib.py").write_text(MODULE)
    cells = (
        "import jax\nfrom lib import total",
        "run = jax.jit(total)",
        "run(jax.numpy.ones((32, 9)))",
    )
    (project / "lib.ipynb").write_text(notebook(*cells))
    out = told(capsys, "--severity", "info", "--output-format", "concise")
    assert out.startswith("lib.py:6:5: JOL201 ")
    assert "`jit` at lib.ipynb:cell 3:1)" in out


def test_a_notebook_of_an_example_matters_as_little_as_a_module_of_one(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "nb.ipynb").rename(project / "demo_scatter.ipynb")
    (lost, gone) = json.loads(told(capsys, "--output-format", "json"))
    assert (lost["severity"], gone["severity"]) == ("info", "error")
    assert lost["lowered"] == {"severity": "warning", "pattern": "demo_*.py"}


def test_what_a_notebook_defines_is_not_asked_to_be_spawned(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup = "import multiprocessing\n\nimport jax.numpy as jnp\n\nx = jnp.ones(3)"
    work = (
        "def work(i):\n    return i\n\n\n"
        "with multiprocessing.Pool(4) as pool:\n    pool.map(work, [1])"
    )
    (project / "nb.ipynb").write_text(notebook(setup, work), encoding="utf-8")
    told(capsys, "--select", "JOL838", code=0)
    (project / "script.py").write_text(f"{setup}\n{work}\n")
    assert "JOL838" in told(capsys, "--select", "JOL838")


def test_a_loop_of_gradients_for_a_figure_is_for_information(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = "import jax\nimport jax.numpy as jnp\n\ndef loss(w, x):\n    return jnp.tanh(x @ w)"
    loop = "slopes = []\nfor x in xs:\n    slopes.append(jax.grad(loss)(w, x))\njnp.stack(slopes)"
    cells = (head, "w, xs = jnp.ones(3), jnp.ones((900, 3))", loop)
    (project / "nb.ipynb").write_text(notebook(*cells))
    told(capsys, code=0)
    assert "JOL206" in told(capsys, "--severity", "info", "--output-format", "concise")


def test_uses_of_a_key_in_two_cells_are_for_information(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = "import jax\nkey = jax.random.key(0)"
    uses = (
        "a = jax.random.normal(key)",
        "b = a + jax.random.normal(key)",
        "for _ in range(1000):\n    a = a - 0.1 * a * b",
    )
    (project / "nb.ipynb").write_text(notebook(head, *uses))
    told(capsys, code=0)
    (project / "nb.ipynb").write_text(notebook(head, "\n".join(uses)))
    told(capsys)


@pytest.mark.parametrize(
    ("text", "code", "reason"),
    [
        ("", 0, ""),
        ("{", 1, "JOL000 the notebook is not valid JSON"),
        ("<<<<<<< HEAD", 1, "JOL000 the notebook is not valid JSON"),
        ('{"nbformat": 3, "worksheets": [{"cells": []}]}', 0, ""),
        ("[]", 1, "JOL000 this is JSON, but no notebook"),
        ("\ud800", 1, "JOL000 not valid utf-8: byte 0xed on line 1"),
        (notebook("import jax", metadata={"kernelspec": {"language": "R"}}), 0, ""),
        (notebook("import jax", "", None, [], "%", "%%", "!", "?"), 0, ""),
        (notebook("import jax\nx = ("), 0, ""),
        (notebook("import jax", 3), 1, "JOL000 the notebook is broken: the source of cell 3"),
    ],
)
def test_odd_notebooks_end_in_a_sentence(
    project: Path, capsys: pytest.CaptureFixture[str], text: str, code: int, reason: str
) -> None:
    (project / "nb.ipynb").write_bytes(text.encode("utf-8", "surrogatepass"))
    for args in ([], ["--fix"], ["--diff"], ["nb.ipynb"], ["--output-format", "json"]):
        capsys.readouterr()
        ended = main([*args, "-j1"])
        assert ended == (0 if args == ["--diff"] else code)
        assert "Traceback" not in capsys.readouterr().err
    assert reason in told(capsys, "--output-format", "concise", code=code)
    if "worksheets" in text:
        assert "format before 4" in told(capsys, "--severity", "info")
    if "x = (" in text:
        assert "'(' was never closed" in told(capsys, "--severity", "info")


def test_a_bare_return_in_a_cell_counts_as_a_line(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cell = ["import jax.numpy as jnp\r", "x = jnp.zeros(3)\r\n", "x.at[0].set(1.0)\r\n", "x"]
    (project / "nb.ipynb").write_text(notebook(cell))
    assert "nb.ipynb:cell 2:3:1: JOL806" in told(capsys, "--output-format", "concise")


def test_other_processes_read_notebooks(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(60):
        (project / f"n{number}.ipynb").write_text(notebook(*CELLS), encoding="utf-8")
    capsys.readouterr()
    assert main(["-j2", "--no-cache", "--output-format", "concise"]) == 1
    assert capsys.readouterr().out.count(": JOL806 ") == 61


def test_weights_that_a_notebook_captures_are_for_information(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = Path(__file__).parent / "cases/array-captured-by-jit/large_models.before.py"
    cells = notebook("import jax", case.read_text(encoding="utf-8"))
    (project / "nb.ipynb").write_text(cells, encoding="utf-8")
    out = told(capsys, "nb.ipynb", "--select=JOL113", "--output-format=json", "-n", code=0)
    assert {f["severity"] for f in json.loads(out)} == {"info"}
