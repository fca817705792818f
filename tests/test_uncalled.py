"""Functions of a program that nothing of it speaks of: what they cost, nobody pays."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main

Told = Callable[..., list[int]]
TWICE = "    return jax.random.normal(key) + jax.random.uniform(key)\n"
PROGRAM = (
    "import jax\nfrom nets import net\n\n\n"
    f"def batches(key):\n{TWICE}\n\n"
    f"def helper(key):\n{TWICE}\n\n"
    "def once(key):\n    return helper(key)\n\n\n"
    f"def train(key):\n{TWICE}\n\n"
    "print(train(jax.random.key(0)), net)\n"
)


@pytest.fixture
def told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Told:
    (tmp_path / "nets.py").write_text("import jax\n\n\ndef net(x):\n    return jax.numpy.sin(x)\n")
    (tmp_path / "main.py").write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)

    def lint(*what: str) -> list[int]:
        command = ["check", "--isolated", "--no-cache", "--select", "JOL802,JOL701"]
        main([*command, "--output-format", "json", *(what or ["."])])
        found = json.loads(capsys.readouterr().out)
        loud = [row for row in found if row["severity"] != "info"]
        if "error" in what:
            loud = [row for row in found if row["severity"] == "error"]
        return [row["location"]["row"] for row in loud if row["filename"].endswith("main.py")]

    return lint


def test_what_nothing_calls_matters_less(told: Told) -> None:
    assert told() == [18]


def test_what_another_file_takes_is_called(told: Told) -> None:
    Path("use.py").write_text("import jax\nimport main\n\nprint(main.batches, jax)\n")
    assert told() == [6, 18]
    Path("use.py").write_text("import jax\nfrom main import *\n\nprint(jax)\n")
    assert told() == [18]
    Path("use.py").write_text("import jax\nfrom main import *\n\nprint(batches, jax)\n")
    assert told() == [6, 18]


def test_what_a_text_names_may_be_called(told: Told) -> None:
    Path("main.py").write_text(PROGRAM + 'STEPS = ["batches"]\n')
    assert told() == [6, 18]
    Path("main.py").write_text(PROGRAM + "print(globals())\n")
    assert told() == [6, 10, 18]


def test_what_a_decorator_may_have_noted_is_called(told: Told) -> None:
    Path("main.py").write_text(PROGRAM.replace("def batches", "@net\ndef batches"))
    assert told() == [7, 19]


def test_a_file_of_which_nothing_is_in_use_is_for_others(told: Told) -> None:
    Path("main.py").write_text(PROGRAM.rpartition("print(")[0])
    assert told() == [6, 10, 18]


def test_where_not_all_is_looked_at_nothing_is_said(told: Told) -> None:
    assert told("main.py", "nets.py") == [6, 10, 18]


def test_a_program_beside_what_others_install_is_none_of_it(told: Told) -> None:
    Path("setup.py").write_text("from setuptools import setup\n\nsetup(name='nets')\n")
    assert told() == [18]


FAILS = "    return jax.tree_map(abs, key)\n"


def test_what_would_fail_for_nobody_is_for_information(told: Told) -> None:
    Path("main.py").write_text(PROGRAM.replace(TWICE, FAILS, 1))
    assert told() == [18]


def test_what_fails_where_a_program_comes_to_it_is_an_error(told: Told) -> None:
    Path("main.py").write_text(PROGRAM.replace(TWICE, FAILS))
    assert told(".", "--severity", "error") == [18]


def test_what_notes_or_settings_speak_of_may_be_called(told: Told) -> None:
    Path("README.md").write_text("Call `batches` first.\n")
    assert told() == [6, 18]
    Path("conf.yaml").write_text("step: {_target_: main.helper}\n")
    assert told() == [6, 10, 18]


def test_an_import_alone_calls_nothing(told: Told) -> None:
    Path("use.py").write_text("import jax\nfrom main import batches\n\nprint(jax)\n")
    assert told() == [18]


def test_what_a_file_takes_from_itself_is_called(told: Told) -> None:
    Path("main.py").write_text(PROGRAM + "\nfrom main import batches as take\n\ntake(net)\n")
    assert told() == [6, 18]


def test_a_text_of_another_file_may_name_it(told: Told) -> None:
    Path("use.py").write_text('import jax\nimport main\n\nprint(getattr(main, "batches"), jax)\n')
    assert told() == [6, 18]


CLASS = f"""import jax
from nets import net


class Draws:
    def used(self, key):
    {TWICE}
    def unused(self, key):
    {TWICE}
    def only_by_unused(self, key):
    {TWICE}
    def again(self, key):
        return self.only_by_unused(key)


print(Draws().used(jax.random.key(0)), net)
"""


def test_methods_that_nothing_speaks_of_matter_less(told: Told) -> None:
    Path("main.py").write_text(CLASS)
    assert told() == [7]
    Path("use.py").write_text("import jax\n\nprint(lambda draws: draws.unused(jax))\n")
    assert told() == [7, 10]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("class Draws:", "import torch\n\n\nclass Draws(torch.utils.data.Dataset):"),
        ("class Draws:", "class Draws(metaclass=type(net)):"),
        ("class Draws:", "@net\nclass Draws:"),
        ("print(", "print(getattr(Draws, input()), "),
    ],
)
def test_methods_that_somebody_else_may_call_are_called(told: Told, old: str, new: str) -> None:
    Path("main.py").write_text(CLASS.replace(old, new))
    assert len(told()) == 3


def test_of_a_package_what_no_manual_lists_matters_less(told: Told) -> None:
    Path("setup.py").write_text("from setuptools import setup\n\nsetup(name='nets')\n")
    Path("__init__.py").write_text("")
    assert told() == [18]
    Path("docs").mkdir()
    Path("docs/api.rst").write_text(".. automodule:: main\n")
    assert told() == [6, 10, 18]
    Path("main.py").write_text(PROGRAM.replace("batches", "_batches"))
    assert told() == [10, 18]


def test_what_a_package_gives_on_is_for_others(told: Told) -> None:
    Path("setup.py").write_text("from setuptools import setup\n\nsetup(name='nets')\n")
    Path("__init__.py").write_text("from .main import batches\n")
    assert told() == [6, 18]


def package(text: str) -> None:
    Path("setup.py").write_text("from setuptools import setup\n\nsetup(name='pkg')\n")
    Path("main.py").unlink()
    Path("pkg").mkdir()
    Path("pkg/__init__.py").write_text("from pkg import main\n")
    Path("pkg/main.py").write_text(text)


def test_of_a_package_without_a_manual_nobody_knows_what_it_does_not_use(told: Told) -> None:
    package(PROGRAM.replace(TWICE, FAILS, 1))
    assert told() == [18]
    Path("mkdocs.yml").write_text("site_name: pkg\n")
    assert told() == [6, 18]


def test_who_has_an_object_of_a_package_may_look_for_what_it_can_do(told: Told) -> None:
    body = FAILS.replace("    ", "        ", 1)
    head = "import jax\nfrom nets import net\n\n\n"
    package(f"{head}class Net:\n    def draw(self, key):\n{body}\n\nprint(Net(), net)\n")
    assert told() == [7]
