"""Code that a project has taken over from others matters less in it, and only that."""

import json
from pathlib import Path

import pytest

from jaxopt_lint.__main__ import main
from jaxopt_lint.settings.copies import FILE, FOLDER, is_copy

MIT = "MIT License\n\nCopyright (c) 2023 {}\n\nPermission is hereby granted, free of charge, ...\n"
SETUP = "from setuptools import setup\nsetup(name='x', url='https://github.com/{}/x')\n"
HEAD = "# Copyright 2021 {}. All rights reserved.\n"
REMOVED = "import jax\n\n\ndef f(x):\n    return jax.tree_map(abs, x)\n"
REUSED = (
    "import jax\n\n\ndef f(key):\n    return jax.random.normal(key) + jax.random.uniform(key)\n"
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "LICENSE").write_text(MIT.format("Ada Byron"))
    (tmp_path / "README.md").write_text("See https://github.com/ada/engine\n")
    for i in range(8):
        put(tmp_path / "engine" / f"part_{i}.py", "import jax\n")
    return tmp_path


def put(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


@pytest.mark.parametrize(
    ("name", "text", "copy"),
    [
        ("LICENSE", MIT.format("Charles Babbage"), True),
        ("LICENSE.txt", MIT.format("Ada Byron and contributors"), False),
        ("LICENSE", MIT.format("ADA BYRON"), False),
        ("LICENSE", "Copyright [yyyy] [name of copyright owner]\n", False),
        ("setup.py", SETUP.format("charles"), True),
        ("setup.py", SETUP.format("ada"), False),
        ("setup.py", "from setuptools import setup\nsetup(name='x')\n", False),
    ],
)
def test_a_folder_is_a_copy_if_it_is_somebody_elses(
    root: Path, name: str, text: str, copy: bool
) -> None:
    put(root / "lib" / "x" / name, text)
    file = put(root / "lib" / "x" / "src" / "x.py", REMOVED)
    assert is_copy(FOLDER, file, root) is copy
    assert not is_copy(FOLDER, root / "engine" / "part_0.py", root)


def test_the_licence_of_a_project_in_a_folder_is_its_own(root: Path) -> None:
    (root / "LICENSE").unlink()
    put(root / "code" / "LICENSE", MIT.format("Charles Babbage"))
    assert not is_copy(FOLDER, put(root / "code" / "x.py", REMOVED), root)


@pytest.mark.parametrize(
    ("head", "copy"),
    [
        (HEAD.format("The JAX Authors"), True),
        (HEAD.format("The JAX Authors") + HEAD.format("Ada Byron"), False),
        (HEAD.format("Ada Byron"), False),
        ('"""Taken from JAX.\n\nCopyright (c) 2020 Google LLC\n"""\n', True),
        ("# All that is here is under copyright law.\n", False),
        ("# Copyright and license: see LICENSE\n", False),
        ("", False),
    ],
)
def test_a_file_is_a_copy_if_its_head_names_others(root: Path, head: str, copy: bool) -> None:
    assert is_copy(FILE, put(root / "engine" / "x.py", head + REMOVED), root) is copy
    assert not is_copy(FILE, put(root / "x.py", head + REMOVED), root)


def test_a_file_that_imports_its_own_package_was_written_for_it(root: Path) -> None:
    head = HEAD.format("The JAX Authors")
    own = put(root / "engine" / "x.py", head + "from engine.part_0 import jax\n" + REMOVED)
    assert not is_copy(FILE, own, root)
    other = put(root / "engine" / "y.py", head + "from engines import jax\n" + REMOVED)
    assert is_copy(FILE, other, root)


def test_who_wrote_a_part_of_the_project_is_no_other(root: Path) -> None:
    files = [
        put(root / "engine" / f"own_{i}.py", HEAD.format("Charles Babbage") + REMOVED)
        for i in range(4)
    ]
    assert not any(is_copy(FILE, file, root) for file in files)


def test_nothing_is_a_copy_where_nobody_says_whose_the_rest_is(tmp_path: Path) -> None:
    file = put(tmp_path / "lib" / "x.py", HEAD.format("The JAX Authors") + REMOVED)
    assert not is_copy(FILE, file, tmp_path)
    assert not is_copy(FILE, tmp_path.parent / "x.py", tmp_path)


def test_findings_in_copies_matter_less(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put(root / "lib" / "x" / "LICENSE", MIT.format("Charles Babbage"))
    put(root / "lib" / "x" / "x.py", REMOVED)
    put(root / "engine" / "removed.py", HEAD.format("The JAX Authors") + REMOVED)
    put(root / "engine" / "reused.py", HEAD.format("The JAX Authors") + REUSED)
    put(root / "engine" / "own.py", REUSED)
    monkeypatch.chdir(root)

    def told(*args: str) -> dict[str, tuple[str, str]]:
        main(["--output-format", "json", *args])
        found = json.loads(capsys.readouterr().out)
        return {
            Path(f["filename"]).stem: (f["severity"], (f["lowered"] or {}).get("pattern", ""))
            for f in found
            if f["code"] in ("JOL701", "JOL802")
        }

    expected = {
        "x": ("info", FOLDER),
        "removed": ("error", ""),  # what fails is broken, whoever wrote it
        "reused": ("info", FILE),
        "own": ("warning", ""),
    }
    assert told() == told() == expected  # the second time from the cache
    kept = told("--config", f"extend-severity-by-path = {{'{FOLDER}' = 'keep', '{FILE}' = 'keep'}}")
    assert kept.pop("x") == ("info", "@repeated")  # `removed` tells of it
    assert {severity for severity, _ in kept.values()} == {"error", "warning"}
    (root / "lib" / "x" / "LICENSE").unlink()
