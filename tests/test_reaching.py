"""What programs come to, along what files speak of: elsewhere findings are for information."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main

Told = Callable[..., dict[str, str]]
DRAWS = "    return jax.random.normal(key) + jax.random.uniform(key)\n"


@pytest.fixture
def told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Told:
    """What is said of the functions of a project: by name, a severity, or why it is lowered."""
    monkeypatch.chdir(tmp_path)

    def lint(**files: str) -> dict[str, str]:
        for name, text in files.items():
            path = Path(*name.split("__", 1)).with_suffix(".py")
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        main(["check", "--isolated", "--no-cache", "--select", "JOL802,JOL701",
              "--output-format", "json", "."])  # fmt: skip
        found = json.loads(capsys.readouterr().out)
        return {
            row["qualname"]: (row["lowered"] or {}).get("why", row["severity"]) for row in found
        }

    return lint


def draws(*names: str) -> str:
    """A module with functions of which each has a finding."""
    return "import jax\n\n" + "".join(f"\n\ndef {name}(key):\n{DRAWS}" for name in names)


RUN = "import jax\nfrom steps import train\n\nprint(train(jax.random.key(0)))\n"


def test_what_only_the_unreached_calls_is_not_reached(told: Told) -> None:
    between = "import jax\nfrom steps import far\n\n\ndef near(key):\n    return far(key)\n\n\n"
    between += "def used(x):\n    return jax.numpy.sin(x)\n"
    run = RUN + "import between\nprint(between.used(1))\n"
    found = told(main=run, between=between, steps=draws("train", "far"))
    assert found == {"train": "warning", "far": "nothing that runs calls `far`"}
    found = told(main=run + "print(between.near(1))\n")
    assert found == {"train": "warning", "far": "warning"}


def test_a_name_of_another_module_is_another(told: Told) -> None:
    own = "import jax\nfrom steps import train\n\n\ndef far(x):\n    return x\n\n\n"
    own += "print(far(train(jax.random.key(0))))\n"
    found = told(main=own, steps=draws("train", "far"))
    assert found == {"train": "warning", "far": "nothing that runs calls `far`"}
    found = told(main=own + "print(far.far)\n")  # of something that is not known
    assert found["far"] == "warning"


@pytest.mark.parametrize(
    "use", ["getattr(steps, input())", "vars(steps)", "steps.__dict__[input()]"]
)
def test_what_is_asked_of_a_module_by_a_name_that_nobody_knows(told: Told, use: str) -> None:
    run = RUN + f"import steps\n\nprint({use})\n"
    assert set(told(main=run, steps=draws("train", "far")).values()) == {"warning"}


def test_what_comes_by_a_star_under_the_name_of_a_builtin(told: Told) -> None:
    run = "import jax\nfrom steps import *\n\nprint(train(filter(jax.random.key(0))))\n"
    assert set(told(main=run, steps=draws("train", "filter")).values()) == {"warning"}


def others(number: int) -> dict[str, str]:
    return {f"part{i}": f"import jax\n\nprint(jax.numpy.sin({i}))\n" for i in range(number)}


UNUSED = "nothing imports this file, and it does nothing when it is run"


def test_a_module_that_nothing_imports_is_of_no_use(told: Told) -> None:
    chain = "import jax\nimport jax.numpy as jnp\nfrom deep import lost\n\n\ndef first(key):\n"
    chain += "    return lost(key)\n"
    files = {**others(6), "main": RUN, "steps": draws("train"), "deep": draws("lost")}
    found = told(**files, chain=chain)
    assert found == {"train": "warning", "lost": UNUSED}
    Path("README.md").write_text("Run `python chain.py`.\n")
    assert told() == {"train": "warning", "lost": "warning"}
    Path("README.md").unlink()
    for runs in ("print(first(jnp.ones(2)))", "out = first(jnp.ones(2))"):
        assert told(chain=f"{chain}\n\n{runs}\n")["lost"] == "warning"
    assert told(chain=f"{chain}\n\njax.config.update('jax_enable_x64', True)\n")["lost"] == UNUSED


@pytest.mark.parametrize(
    "use",
    [
        'import importlib\n\nprint(importlib.import_module(f"d{1}eep"))\n',
        'print("deep")\n',
        "import deep\n",
        "def later():\n    import deep\n\n    return deep\n\n\nlater()\n",
        "from deep import *\n",
    ],
)
def test_a_module_that_something_may_bring_in_is_of_use(told: Told, use: str) -> None:
    files = {**others(6), "main": RUN, "steps": draws("train"), "deep": draws("lost")}
    assert told(**files, more=f"import jax\n{use}print(jax)\n")["lost"] != UNUSED


def test_a_file_that_holds_tests_is_of_use(told: Told) -> None:
    files = {**others(6), "main": RUN, "steps": draws("train")}
    assert told(**files, Checks=draws("test_lost"))["test_lost"] == "warning"


def test_where_many_modules_seem_unused_nothing_is_said(told: Told) -> None:
    found = told(main=RUN, steps=draws("train"), deep=draws("lost"), far=draws("gone"))
    assert found == {"train": "warning", "lost": "warning", "gone": "warning"}


def test_a_module_with_a_block_of_its_own_is_a_program(told: Told) -> None:
    block = '\n\nif __name__ == "__main__":\n    print(lost(jax.random.key(0)))\n'
    files = {**others(6), "main": RUN, "steps": draws("train"), "deep": draws("lost") + block}
    assert told(**files) == {"train": "warning", "lost": "warning"}


SHOW = (
    draws("train", "show", "parts")
    + '\n\nif __name__ == "__main__":\n    print(show(parts(jax.random.key(0))))\n'
)


def test_what_only_a_show_of_a_module_comes_to(told: Told) -> None:
    run = RUN.replace("steps", "nets.steps")
    why = "only the `__main__` block of this file, which others import, comes to it"
    assert told(main=run, nets__steps=SHOW) == {"train": "warning", "show": why, "parts": why}
    # A program, as its notes say.
    Path("README.md").write_text("Start with `python nets/steps.py`.\n")
    assert told() == {"train": "warning", "show": "warning", "parts": "warning"}


@pytest.mark.parametrize("reads", ["import argparse\n", "import sys\n"])
def test_what_reads_its_command_line_is_no_show(told: Told, reads: str) -> None:
    asks = "argparse.ArgumentParser()" if "argparse" in reads else "sys.argv"
    program = reads + SHOW.replace("print(", f"print({asks}, ")
    found = told(main=RUN.replace("steps", "nets.steps"), nets__steps=program)
    assert set(found.values()) == {"warning"}


def test_a_module_at_the_top_is_a_program_though_others_import_it(told: Told) -> None:
    assert set(told(main=RUN, steps=SHOW).values()) == {"warning"}


METHODS = "import jax\n\n\n@jax.tree_util.register_pytree_node_class\nclass State:\n" + "".join(
    f"    def {name}(self, key):\n    {DRAWS}\n" for name in ("train", "lost")
)


def test_methods_of_what_is_registered_as_a_tree(told: Told) -> None:
    run = "import jax\nfrom steps import State\n\nlost = 1\nprint(State().train(lost), jax)\n"
    found = told(main=run, steps=METHODS)
    assert found == {"State.train": "warning", "State.lost": "nothing that runs calls `lost`"}
    assert told(main=run + "print(lambda s: s.lost(1))\n")["State.lost"] == "warning"


def test_a_class_of_which_nothing_is_made(told: Told) -> None:
    run = RUN.replace("train\n", "train, State\n")
    found = told(main=run, steps=METHODS + draws("train").removeprefix("import jax\n"))
    assert found["State.train"] == "nothing that runs uses the class `State`"
    assert found["train"] == "warning"


def test_what_fails_where_the_file_runs_fails_for_everybody(told: Told) -> None:
    lost = "\n\ndef lost(key=jax.tree_map(abs, 1)):\n    return key\n"
    assert told(main=RUN, steps=draws("train") + lost)["lost"] == "error"
    lost = "\n\ndef lost(key):\n    return jax.tree_map(abs, key)\n"
    assert told(steps=draws("train") + lost)["lost"] == "nothing that runs calls `lost`"


def test_of_a_package_all_that_is_public_may_be_used(told: Told) -> None:
    Path("setup.py").write_text("from setuptools import setup\n\nsetup(name='nets')\n")
    Path("docs.rst").write_text(".. automodule:: nets.steps\n")
    steps = draws("train", "_near", "_far", "_lost")
    steps += "\n\nclass State:\n    def step(self, key):\n        return _near(key)\n\n\n"
    steps += "def run(key):\n    return _far(key)\n"
    found = told(main=RUN.replace("steps", "nets.steps"), nets__steps=steps, nets____init__="")
    assert found.pop("_lost") == "nothing that runs calls `_lost`"
    assert set(found.values()) == {"warning"}


def test_what_tests_call_is_reached(told: Told) -> None:
    test = "import jax\nfrom steps import far\n\n\ndef test_far():\n    far(jax.random.key(0))\n"
    assert told(main=RUN, steps=draws("train", "far"), test_far=test)["far"] == "warning"


LEFT = """import jax


def train(key, extra=None, deep=False):
    if extra is not None:
        jax.random.normal(key) + jax.random.uniform(key)
    if not deep:
        return key
    return jax.random.normal(key) + jax.random.uniform(key)
"""


@pytest.mark.parametrize(
    ("call", "left"),
    [
        ("train(jax.random.key(0))", {"extra", "deep"}),
        ("train(jax.random.key(0), None)", {"deep"}),
        ("train(jax.random.key(0), deep=True)", {"extra"}),
        ("train(*[jax.random.key(0), 2])", set()),
        ("train(jax.random.key(0), **{})", set()),
        ("jax.jit(train)(jax.random.key(0), 1)", set()),
        ("train(jax.random.key(0)), dict(deep=1)", {"extra"}),
        ("train(jax.random.key(0)), 'deep,extra'", set()),
    ],
)
def test_what_every_call_leaves_off(
    told: Told, capsys: pytest.CaptureFixture[str], call: str, left: set[str]
) -> None:
    told(main=RUN.replace("train(jax.random.key(0))", call), steps=LEFT)
    main(
        ["check", "--isolated", "--no-cache", "--select", "JOL802", "--output-format", "json", "."]
    )
    found = json.loads(capsys.readouterr().out)
    why = {row["lowered"]["why"] for row in found if row["lowered"]}
    assert {w for w in why if "every call" in w} == {
        f"every call leaves `{name}` at its default" for name in left
    }


def test_a_field_that_nothing_sets(told: Told) -> None:
    net = (
        "import flax.linen as nn\nimport jax\n\n\nclass Net(nn.Module):\n    width: int = 3\n"
        "    head: bool = False\n\n    def __call__(self, key):\n        if not self.head:\n"
        f"            return key\n    {DRAWS}"
    )
    run = "import jax\nfrom nets import Net\n\nprint(Net(2).apply({}, jax.random.key(0)))\n"
    found = told(main=run, nets=net)
    assert found == {"Net.__call__": "every call leaves `head` at its default"}
    assert told(main=run.replace("Net(2)", "Net(2, head=True)")) == {"Net.__call__": "warning"}
    assert told(main=run.replace("Net(2)", "Net(2, True)")) == {"Net.__call__": "warning"}
    assert told(main=run + "\n\nclass Deep(Net):\n    head = True\n") == {"Net.__call__": "warning"}


NOTE = "Deep nets are far from trained: plot the lost loss.\n"


@pytest.mark.parametrize(
    ("notes", "why"),
    [
        (NOTE, "nothing that runs calls `lost`"),
        (f"{NOTE}Then call `lost`.\n", "warning"),
        (f"{NOTE}\n```python\nlost(key)\n```\n", "warning"),
        (f"{NOTE}It is steps.lost of the package.\n", "warning"),
    ],
)
def test_of_notes_what_looks_like_code_speaks_of_code(told: Told, notes: str, why: str) -> None:
    Path("README.md").write_text(notes)
    assert told(main=RUN, steps=draws("train", "lost"))["lost"] == why
    Path("run.yaml").write_text(NOTE)  # settings are no prose
    assert told()["lost"] == "warning"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("'the lost loss'", "nothing that runs calls `lost`"),
        ("'lost'", "warning"),
        ("'train, lost'", "warning"),
        ("'a lost loss'.split()", "warning"),
        ("'no key for lost()'", "warning"),
    ],
)
def test_of_texts_what_is_no_prose_speaks_of_code(told: Told, text: str, why: str) -> None:
    found = told(main=f"{RUN}print({text})\n", steps=draws("train", "lost"))
    assert found["lost"] == why


def test_what_a_text_says_that_nothing_comes_to(told: Told) -> None:
    steps = draws("train", "lost") + "\n\ndef idle():\n    return 'lost'\n"
    found = told(main=RUN, steps=steps)
    assert found["lost"] == "nothing that runs calls `lost`"
    assert told(main=f"{RUN}from steps import idle\nprint(idle())\n")["lost"] == "warning"


CLASS = "import jax\n\n\nclass Net:\n" + "".join(
    f"    def {name}(self, key):\n    {DRAWS}\n" for name in ("train", "lost")
)
NET = "import jax\nfrom steps import Net\n\nprint(Net().train(1), jax)\n"
LOST = "nothing that runs calls `lost`"


def test_a_name_alone_means_no_method(told: Told) -> None:
    run = f"{NET}from os.path import *\n\nprint(lost)\n"
    assert told(main=run, steps=CLASS)["Net.lost"] == LOST
    assert told(main=run.replace("lost)", "a.lost)"))["Net.lost"] == "warning"
    assert told(main=f"{NET}jax.a.lost = 1\nprint(jax.Net(lost=2))\n")["Net.lost"] == LOST
    assert told(main=f"{NET}print(dict(lost=2))\n")["Net.lost"] == "warning"


def test_what_a_class_asks_of_itself_is_of_its_family(told: Told) -> None:
    other = "import jax\n{}\n\nclass Other{}:\n    def run(self):\n        return self.lost(1)\n"
    other += "\n\nprint(Other().run(), jax)\n"
    assert told(main=NET, steps=CLASS, other=other.format("", ""))["Net.lost"] == LOST
    found = told(other=other.format("from steps import Net\n", "(Net)"))
    assert found["Net.lost"] == "warning"
    above = CLASS.replace(
        "class Net", "class Top:\n    def go(self):\n        self.lost(1)\n\n\nclass Net(Top)"
    )
    found = told(main=f"{NET}Net().go()\n", steps=above, other=other.format("", ""))
    assert found["Net.lost"] == "warning"


@pytest.mark.parametrize(
    ("call", "why"),
    [
        ("s.lost(1, 2)", LOST),
        ("s.lost(1)", "warning"),
        ("s.lost(key=1)", "warning"),
        ("s.lost(*s)", "warning"),
        ("s.lost(**s)", "warning"),
        ("s.lost", "warning"),
        ("jax.State.lost(s, 1)", "warning"),
        ("type(s).lost(s, 1)", "warning"),
    ],
)
def test_a_call_means_a_method_that_takes_its_arguments(told: Told, call: str, why: str) -> None:
    run = f"{NET}\n\ndef ask(s):\n    return {call}\n\n\nprint(ask(0))\n"
    assert told(main=run.replace("jax.State", "Net"), steps=CLASS)["Net.lost"] == why


@pytest.mark.parametrize(
    ("top", "above", "why"),
    [
        ("from tops import Top", "class Top:\n    size = 3\n", LOST),
        (
            "from tops import Top",
            "import flax.linen as nn\n\n\nclass Top(nn.Module):\n    size = 3\n",
            LOST,
        ),
        ("from tops import Top", "import gym\n\n\nclass Top(gym.Env):\n    size = 3\n", "warning"),
        (
            "from tops import Top",
            "class Top:\n    def go(self, n):\n        getattr(self, n)()\n",
            "warning",
        ),
        ("from gym import Env as Top", "", "warning"),
    ],
)
def test_methods_of_a_class_below_one_of_another_file(
    told: Told, top: str, above: str, why: str
) -> None:
    steps = CLASS.replace("\n\n\n", f"\n{top}\n\n\n", 1).replace("class Net", "class Net(Top)")
    assert told(main=NET, steps=steps, tops=f"import jax\n{above}")["Net.lost"] == why


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("import os\nos.makedirs('x')\nos.listdir('x')\n", LOST),
        ("print(getattr(jax, 'train', 0))\n", LOST),
        ("print(getattr(jax, 'lost', 0))\n", "warning"),
        ("print(getattr(jax, input()))\n", "warning"),
        ("print(dir(jax))\n", "warning"),
    ],
)
def test_what_asks_objects_by_name(told: Told, more: str, why: str) -> None:
    assert told(main=NET, steps=f"{CLASS}\n\n{more}")["Net.lost"] == why


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("def run_eval(x):\n    x.eval()\n", LOST),
        ("def run(eval):\n    eval('1')\n", LOST),
        ("def run(x):\n    eval(x)\n", "warning"),
        ("import builtins\n\n\ndef run(x):\n    builtins.eval(x)\n", "warning"),
    ],
)
def test_what_takes_names_from_a_text(told: Told, more: str, why: str) -> None:
    assert told(main=RUN, steps=f"{draws('train', 'lost')}\n\n{more}")["lost"] == why


@pytest.fixture
def packaged(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text("from setuptools import setup\n\nsetup(name='nets')\n")


PACKAGED = RUN.replace("steps", "nets.steps")


@pytest.mark.usefixtures("packaged")
@pytest.mark.parametrize(
    ("init", "notes", "why"),
    [
        ("from nets.steps import train\n", "", LOST),
        ("from nets.steps import lost\n", "", "warning"),
        ("from nets import steps\n", "", "info"),
        ("import nets.steps\n", "", "info"),
        ("from nets.steps import *\n", "", "warning"),
        ("", "", LOST),
        ("", "Look at `nets.steps`.\n", "info"),
        ("", "Look at `nets/steps.py`.\n", "info"),
        ("", "Look at the steps of nets.\n", LOST),
    ],
)
def test_of_a_package_others_are_told_of_what_it_gives_on(
    told: Told, init: str, notes: str, why: str
) -> None:
    Path("README.md").write_text(notes)
    found = told(main=PACKAGED, nets____init__=init, nets__steps=draws("train", "lost"))
    assert found["train"] == "warning"
    assert found["lost"] == ("nothing that runs calls `lost`" if why == "info" else why)


@pytest.mark.usefixtures("packaged")
def test_what_tells_at_length_what_it_is_there_for_is_there_for_others(told: Told) -> None:
    steps = draws("train", "lost")
    files = {"main": PACKAGED, "nets____init__": "from nets.steps import train\n"}
    assert told(**files, nets__steps=steps)["lost"] == LOST
    long = '    """Draw numbers.\n\n    Args:\n        key: a key.\n    """\n'
    listed = f"{steps}\n\n__all__ = ['train']\n"
    assert told(nets__steps=listed)["lost"] == LOST
    explained = listed.replace("def lost(key):\n", f"def lost(key):\n{long}")
    assert told(nets__steps=explained)["lost"] == "warning"


@pytest.mark.usefixtures("packaged")
def test_methods_of_what_a_package_gives_on(told: Told) -> None:
    main = "import jax\nfrom nets.steps import Net\n\nprint(Net().train(1), jax)\n"
    above = CLASS + "\n\nclass Deep(Net):\n    size = 3\n\n\n__all__ = ['Net']\n"
    files = {"main": main, "nets__steps": above, "nets__other": draws("far")}
    given = "from nets.other import far\n"
    assert told(**files, nets____init__=given)["Net.lost"] == LOST
    for name in ("Net", "Deep"):  # what is above it is, too
        found = told(nets____init__=f"{given}from nets.steps import {name}\n")
        assert found["Net.lost"] == "warning"


@pytest.mark.usefixtures("packaged")
def test_private_methods_of_a_package(told: Told) -> None:
    steps = CLASS.replace("def lost", "def _lost")
    main = "import jax\nfrom nets.steps import Net\n\nprint(Net().train(1), jax)\n"
    init = "from nets import steps\n"
    found = told(main=main, nets__steps=steps, nets____init__=init)
    assert found["Net._lost"] == "nothing that runs calls `_lost`"
    Path("docs.rst").write_text(".. automodule:: nets.steps\n")
    found = told(nets__steps=f"{steps}\n    def more(self):\n        return self._lost(1)\n")
    assert found["Net._lost"] == "warning"


@pytest.mark.usefixtures("packaged")
def test_a_module_of_a_package_that_nothing_names(told: Told) -> None:
    more = {f"nets__part{i}": f"import jax\n\nprint(jax.numpy.sin({i}))\n" for i in range(6)}
    files = {"main": PACKAGED, "nets__steps": draws("train"), "nets__deep": draws("lost"), **more}
    init = "from nets.steps import train\n"
    assert told(**files, nets____init__=init)["lost"] == UNUSED
    assert told(nets____init__=f"{init}from nets import deep\n")["lost"] == "warning"
    lazy = f"{init}\n\ndef __getattr__(name):\n    return name\n"
    assert told(nets____init__=lazy)["lost"] == "warning"
    assert told(nets____init__=f"{init}print('nets.deep')\n")["lost"] == "warning"


@pytest.mark.parametrize(
    ("loads", "why"),
    [
        ("def load(n):\n    return importlib.import_module(n)\n\n\nload('math')\n", UNUSED),
        ("def load(n):\n    return importlib.import_module(n)\n\n\nload('deep')\n", "warning"),
        ("def load(n):\n    return importlib.import_module(f'{n}')\n\n\nload('math')\n", "warning"),
        ("import sys\n\n\ndef load(name):\n    return importlib.import_module(name)\n\n\n"
         "load(sys.argv[1])\n", "warning"),
        ("import os\n\n\ndef load(name):\n    return importlib.import_module(name)\n\n\n"
         "[load(name) for name in os.listdir()]\n", "warning"),
    ],
)  # fmt: skip
def test_modules_that_are_brought_in_by_their_names(told: Told, loads: str, why: str) -> None:
    files = {**others(6), "main": RUN, "steps": draws("train"), "deep": draws("lost")}
    assert (
        told(**files, more=f"import importlib\n\nimport jax\n\n{loads}\nprint(jax)\n")["lost"]
        == why
    )


def test_what_a_package_of_a_program_gives_on_by_a_star(told: Told) -> None:
    run = "import jax\nimport nets\n\nprint(nets.train(jax.random.key(0)))\n"
    files = {"nets____init__": "from nets.steps import *\n", "nets__steps": draws("train", "lost")}
    assert told(main=run, **files) == {"train": "warning", "lost": LOST}
    assert told(main=f"{run}print(nets.lost)\n")["lost"] == "warning"
    assert told(main=f"{run}print(getattr(nets, input()))\n")["lost"] == "warning"


def test_of_what_two_files_are_called_all_is_reached(told: Told) -> None:
    steps = draws("train", "lost") + "\n\ndef idle(x):\n    return x.far, x.gone, lost(x)\n"
    found = told(main=f"{RUN}import nets\n\nprint(nets)\n", steps=steps, nets=draws("far"))
    assert (found["far"], found["lost"]) == ("warning", LOST)
    run = f"{RUN}from nets import train as other\n\nprint(other)\n"
    both = {"nets": draws("train", "far"), "nets____init__": draws("train", "gone")}
    found = told(main=run, **both)
    assert (found["far"], found["gone"], found["lost"]) == ("warning", "warning", LOST)


DRAFT = "import jax\n\n\nclass Net(nn.Module):\n    width: int\n\n\n"


@pytest.mark.parametrize(
    ("head", "draft"),
    [
        (DRAFT, True),
        (DRAFT.replace("(nn.Module)", "").replace("    width: int", "    size = nn.size"), True),
        (DRAFT.replace("import jax", "import jax\nfrom flax import linen as nn"), False),
        (DRAFT.replace("import jax", "import jax\nfrom layers import *"), False),
        (DRAFT.replace("import jax", "import jax\n\nexec(open('nn').read())"), False),
        (DRAFT.replace("class Net(nn.Module)", "if jax:\n    nn = jax\n\n\nclass Net(nn.Module)"),
         False),
        (DRAFT.replace("class Net(nn.Module):\n    width: int",
                       "def net():\n    return nn.Module"), False),
    ],
)  # fmt: skip
def test_what_stands_in_a_file_that_cannot_be_imported(told: Told, head: str, draft: bool) -> None:
    found = told(main=RUN, steps=draws("train").replace("import jax\n", head, 1))
    why = "nothing binds `nn`, of which line 4 reads when it is imported"
    if draft and "size" in head:
        why = why.replace("line 4", "line 5")
    assert found == {"train": why if draft else "warning"}


NAMED = "import jax\nimport steps\n\nLater = steps.far\n\n\ndef run(key, how):\n"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("    return Later(key)\n", "warning"),
        ("    if how:\n        raise NotImplementedError\n        return Later(key)\n", LOST),
        ("    return steps.train(key)\n    print(Later(key))\n", LOST),
        ("    return steps.train(key)\n", LOST),
        ("    if how:\n        return key\n    return Later(key)\n", "warning"),
    ],
)
def test_what_stands_behind_an_end_speaks_of_nothing(told: Told, body: str, why: str) -> None:
    run = NAMED + body + "\n\nprint(run(jax.random.key(0), True), steps.train)\n"
    found = told(main=run, steps=draws("train", "far"))
    assert found["far"] == why.replace("lost", "far")


def test_another_name_is_one_for_who_imports_it(told: Told) -> None:
    names = (
        "import jax\nimport steps\n\nLater = steps.far\n\n\ndef use(x):\n    return jax.jit(x)\n"
    )
    run = "import jax\nfrom names import Later, use\nfrom steps import train\n\nprint(use(train))\n"
    files = {"steps": draws("train", "far"), "names": names}
    assert told(main=run, **files)["far"] == LOST.replace("lost", "far")
    assert told(main=run + "print(Later)\n")["far"] == "warning"


@pytest.mark.parametrize(
    ("module", "why"), [("nets.gone", LOST), ("nets.steps", "warning"), ("others", "warning")]
)
def test_who_imports_from_a_module_that_is_gone_means_nothing(
    told: Told, module: str, why: str
) -> None:
    run = "import jax\nfrom nets.steps import train\n\nprint(train(jax.random.key(0)))\n"
    test = f"from {module} import lost\n\n\ndef test_lost():\n    assert lost(1)\n"
    found = told(main=run, nets____init__="", nets__steps=draws("train", "lost"), test_steps=test)
    assert found["lost"] == why
