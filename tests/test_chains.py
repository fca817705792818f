"""What stands in modules that cannot be imported, as one that they import cannot."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main

GONE = "from flax import optim\n\n\ndef make(rate):\n    return optim.Adam(rate)\n"
USES = """import jax
{}


def double(tree):
    return jax.tree_map(lambda x: 2 * x, tree)


ONE = double(1)
"""
TAKES = """{}
import flax


def make(rate):
    return flax.optim.Adam(rate)


ONE = make(1)
"""
OLD = """

def prove(trace):
    return jax.core.dropvar, trace


ONE = prove(1)
"""
Check = Callable[[dict[str, str]], dict[str, str]]


@pytest.fixture
def check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Check:
    monkeypatch.chdir(tmp_path)

    def lint(files: dict[str, str]) -> dict[str, str]:
        for name, text in files.items():
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_text(text)
        rules = "JOL701,JOL702,JOL713"
        main(["check", "--no-cache", "--output-format", "json", "--select", rules, "."])
        found = json.loads(capsys.readouterr().out)
        why = {f["filename"]: (f["lowered"] or {}).get("why", "") for f in found}
        return {f["filename"]: f"{f['severity']} {why[f['filename']]}".strip() for f in found}

    return lint


def test_what_imports_a_module_that_cannot_be_imported(check: Check) -> None:
    said = "info line 1 of model.py fails earlier, at `flax.optim`"
    found = check(
        {
            "model.py": GONE,
            "train.py": TAKES.format("import model"),
            "far.py": TAKES.format("from train import ONE"),
            "lazy.py": TAKES.format("try:\n    import model\nexcept ImportError:\n    pass"),
            "other.py": TAKES.format("import jax"),
            "moved.py": USES.format("import model"),
        }
    )
    assert found == {
        "model.py": "error",
        "train.py": said,
        "far.py": said,
        "lazy.py": "error",
        "other.py": "info the finding at lazy.py:9 tells of the same",
        "moved.py": "error",  # it has to be mended all the same
    }


def test_what_stands_in_the_file_itself(check: Check) -> None:
    made = "import flax\nimport jax\n\n\nclass Net(flax.deprecated.nn.Module):\n    pass\n"
    rest = USES.format("").partition("\n")[2]
    assert check({"model.py": made}) == {"model.py": "error"}
    found = check({"model.py": made + rest})
    assert found["model.py"] == "info line 5 of model.py fails earlier, at `flax.deprecated`"
    found = check({"model.py": made + OLD})
    assert found["model.py"] == "error"  # on older releases, too


def test_what_has_another_name_stops_nobody(check: Check) -> None:
    moved = "from jax.experimental import optimizers\n\n\nmake = optimizers.adam\n"
    found = check({"model.py": moved, "train.py": USES.format("import model")})
    assert found == {"model.py": "error", "train.py": "error"}


def test_a_package_fails_first(check: Check) -> None:
    found = check(
        {
            "all/__init__.py": "from flax.optim import Adam\n\nfrom all.one import make\n",
            "all/one.py": GONE,
            "all/run.py": f"import all.one\n\n{GONE}\nif __name__ == '__main__':\n    make(1)\n",
        }
    )
    assert found["all/__init__.py"] == "error"
    assert found["all/one.py"].startswith("info line 1 of all/__init__.py fails earlier")
    assert found["all/run.py"].startswith("info line 1 of all/__init__.py fails earlier")


def test_one_of_a_circle_stays(check: Check) -> None:
    both = {
        "two/__init__.py": "from two.a import make\nfrom two.b import make as other\n",
        "two/a.py": f"from two import b\n{GONE}",
        "two/b.py": f"from two import a\n{GONE}",
    }
    found = check(both)
    assert sorted(value.split()[0] for value in found.values()) == ["error", "info"]


def test_a_library_of_which_no_release_fits(check: Check) -> None:
    """It may be mended by another release, so that only what takes it too is told by it."""
    takes = "import jax.numpy as jnp\nfrom tensorflow_probability.substrates import jax as tfp\n"
    clip = "{}\n\n\ndef half(x):\n    return jnp.product(x)\n\n\nONE = half(1)\n"
    found = check(
        {
            "first.py": takes,
            "second.py": f"import first\n\n{takes}\nprint(tfp)\n",
            "third.py": "import jax.numpy as jnp\n" + clip.format("import first"),
        }
    )
    assert found["first.py"] == "error"
    assert found["second.py"].startswith("info line 2 of first.py fails earlier")
    assert found["third.py"] == "error"


def test_a_class_that_cannot_be_made(check: Check) -> None:
    made = "import flax\n\n\nclass Net(flax.deprecated.nn.Module):\n    pass\n"
    later = "import flax\nimport nets\n\n\ndef make(rate):\n    return flax.optim.Adam(rate)\n"
    called = "import flax\n\n\ndef make():\n    return flax.deprecated.nn.Module\n"
    uses = TAKES.format("import called") + "TWO = called.make()\n"
    found = check({"nets.py": made, "train.py": later, "called.py": called, "use.py": uses})
    assert found["train.py"].startswith("info line 4 of nets.py fails earlier")
    assert (found["called.py"], found["use.py"]) == ("error", "error")
