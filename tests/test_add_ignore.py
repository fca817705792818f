"""`check --add-ignore`: comments that silence what is found."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main

C = "# jaxopt-lint: ignore[deprecated-tree-api]"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def added(project: Path, raw: bytes, *args: str) -> bytes:
    """What the option makes of a file; it is silent then, and a second run changes nothing."""
    path = project / "a.py"
    path.write_bytes(raw)
    assert main(["--add-ignore=old code", "-q", *args]) == 0
    new = path.read_bytes()
    assert ast.dump(ast.parse(new)) == ast.dump(ast.parse(raw))
    assert main(["-q", *args]) == 0
    assert main(["--add-ignore", "-q", *args]) == 0
    assert path.read_bytes() == new
    return new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "x = jax.tree_map(f, y)\n", f"x = jax.tree_map(f, y)  {C} old code\n", id="behind"
        ),
        pytest.param("x = jax.tree_map(f)", f"x = jax.tree_map(f)  {C} old code", id="no end"),
        pytest.param(
            "x = jax.tree_map(f, y); z = jax.tree_map(f, x)\n",
            f"{C} old code\nx = jax.tree_map(f, y); z = jax.tree_map(f, x)\n",
            id="too long",
        ),
        pytest.param(
            "x = jax.tree_map(f, y)  # type: ignore\n",
            f"{C} old code\nx = jax.tree_map(f, y)  # type: ignore\n",
            id="too long with a comment",
        ),
        pytest.param(
            "x = jax.tree_map(f)  # why\n", f"x = jax.tree_map(f)  # why  {C} old code\n",
            id="behind a comment",
        ),
        pytest.param(
            'x = jax.tree_map(f, """a\n  b""")\n',
            f'{C} old code\nx = jax.tree_map(f, """a\n  b""")\n',
            id="string of several lines",
        ),
        pytest.param(
            "x = \\\n    jax.tree_map(f, y)\n",
            f"{C} old code\nx = \\\n    jax.tree_map(f, y)\n",
            id="continuation",
        ),
        pytest.param(
            "def f():\n    if x:\n        return [\n            jax.tree_map(f, y)]\n",
            f"def f():\n    if x:\n        {C} old code\n        return [\n"
            "            jax.tree_map(f, y)]\n",
            id="indented",
        ),
        pytest.param(
            "@jax.jit\n@jax.tree_map\ndef f(x):\n    return x\n",
            f"{C} old code\n@jax.jit\n@jax.tree_map\ndef f(x):\n    return x\n",
            id="decorator",
        ),
        pytest.param(
            "x = jax.tree_map(f, y)  # jaxopt-lint: ignore[JOL101] because\n",
            "x = jax.tree_map(f, y)  # jaxopt-lint: ignore[JOL101, deprecated-tree-api] because\n",
            id="joins ours",
        ),
        pytest.param(
            "# jaxopt-lint: ignore[JOL101]\nx = jax.tree_map(\n    f)\n",
            "# jaxopt-lint: ignore[JOL101, deprecated-tree-api]\nx = jax.tree_map(\n    f)\n",
            id="joins ours above",
        ),
        pytest.param(
            "if x:\n    pass\nelif jax.tree_map(f, y) and something and something_else and more:\n"
            "    pass\n",
            f"if x:\n    pass\n{C} old code\n"
            "elif jax.tree_map(f, y) and something and something_else and more:\n    pass\n",
            id="branch",
        ),
    ],
)  # fmt: skip
def test_where_it_goes(project: Path, before: str, after: str) -> None:
    head = "import jax\n"
    new = added(project, (head + before).encode(), "--ignore", "JOL002")
    assert new.decode() == head + after


def test_several_rules_share_a_comment(project: Path) -> None:
    before = "import jax\nf = jax.jit(jax.partial(jax.tree_map, g))\n"
    (project / "a.py").write_text(before)
    main(["--output-format", "json", "-o", "found.json"])
    names = {f["name"] for f in json.loads((project / "found.json").read_text())}
    new = added(project, before.encode()).decode()
    assert new.count("jaxopt-lint: ignore") == 1
    assert len(names) > 1 and all(name in new for name in names)


@pytest.mark.parametrize(
    "raw",
    [
        b"import jax\r\nx = jax.tree_map(f, y)\r\nz = jax.tree_map(f,\r\n    x)\r\n",
        "# -*- coding: latin-1 -*-\nimport jax\nx = jax.tree_map(f, 'é')\n".encode("latin-1"),
        b"\xef\xbb\xbfimport jax\nx = jax.tree_map(f, y)\n",
        b"import jax\n\x0c\nx = jax.tree_map(f, y)\n",
        "import jax\nö = '𝛼'; x = jax.tree_map(f, ö)\n".encode(),
        b"x = jax.tree_map(f, '''\n''')\nimport jax\n",
        b"#!/usr/bin/python\nimport jax; x = jax.tree_map(f, '''\n''')",
    ],
)
def test_bytes_stay_as_they_are(project: Path, raw: bytes) -> None:
    new = added(project, raw)
    kept = [line for line in new.split(b"\n") if not line.strip().startswith(C.encode())]
    stripped = [line.replace(f"  {C} old code".encode(), b"") for line in kept]
    assert b"\n".join(stripped) == raw
    if b"\r\n" in raw:
        assert new.count(b"\n") == new.count(b"\r\n")


def test_without_a_reason_the_next_word_is_a_path(project: Path) -> None:
    (project / "a.py").write_text("import jax\nx = jax.tree_map(f, y)\n")
    (project / "b.py").write_text("import jax\nx = jax.tree_map(f, y)\n")
    assert main(["--add-ignore", "a.py", "-q"]) == 0
    assert (project / "a.py").read_text().endswith(f"  {C}\n")
    assert C not in (project / "b.py").read_text()


def test_only_what_is_selected(project: Path) -> None:
    (project / "a.py").write_text("import jax\nx = jax.tree_map(f, y)\n")
    assert main(["--add-ignore", "--ignore", "JOL701", "-q"]) == 0
    assert C not in (project / "a.py").read_text()


def test_what_no_comment_can_silence(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text("import jax\nx = (\n")
    (project / "b.py").write_text("import jax\nx = 1  # jaxopt-lint: ignore[JOL7O1]\n")
    assert main(["--add-ignore"]) == 1
    assert "2 findings that no comment can silence" in capsys.readouterr().err
    assert (project / "a.py").read_text() == "import jax\nx = (\n"


@pytest.mark.parametrize(
    "args",
    [
        ["--add-ignore=a # b"],
        ["--add-ignore=a\nb"],
        ["--add-ignore", "--fix"],
        ["--add-ignore", "--diff"],
        ["--add-ignore", "--ignore-noqa"],
        ["--add-ignore", "-"],
    ],
)
def test_mistakes(project: Path, capsys: pytest.CaptureFixture[str], args: list[str]) -> None:
    assert main(args) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("error: ")


def test_read_only_file_is_named(project: Path, capsys: pytest.CaptureFixture[str],
                                 monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    (project / "a.py").write_text("import jax\nx = jax.tree_map(f, y)\n")
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert main(["--add-ignore"]) == 2
    assert "a.py: no comment added" in capsys.readouterr().err


def test_link_out_of_the_project_is_not_followed(
    project: Path, capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "a.py"
    outside.write_text("import jax\nx = jax.tree_map(f, y)\n")
    (project / "a.py").symlink_to(outside)
    assert main(["--add-ignore"]) == 2
    assert "link that leads out" in capsys.readouterr().err
    assert C not in outside.read_text()
