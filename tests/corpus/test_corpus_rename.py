"""`scripts/corpus rename`: what gets another name and what keeps it, and that findings stay."""

from __future__ import annotations

import ast
import importlib
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from jaxopt_lint.dev import wordlist

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "scripts"
FOLDERS = ("tests/sources", "tests/truth", "tests/cases")
SAMPLE, SEED = 50, 7
# Files in which a name decided what was found, as long as names did; most rules that went by one.
ONCE_LED_BY_NAMES = (
    "tests/cases/changed-parameter/aware.py",
    "tests/cases/grad-per-example-loop/gradient_accumulation.py",
    "tests/cases/grad-result-misused/frameworks.before.py",
    "tests/cases/grad-result-misused/wrong_order.before.py",
    "tests/cases/hand-built-mesh/reshaped.before.py",
    "tests/cases/host-sync-in-step-loop/needed_within.before.py",
    "tests/cases/leaked-tracer/forms.before.py",
    "tests/cases/local-iota-as-device-index/pipeline.before.py",
    "tests/cases/missing-donation/old_values_are_needed.py",
    "tests/cases/missing-donation/training_scripts.before.py",
    "tests/cases/per-leaf-python-update/forms.before.py",
    "tests/cases/prng-key-reuse/example_inputs_perhaps.before.py",
    "tests/cases/python-loop-over-batch/comprehension.before.py",
    "tests/cases/python-loop-over-layers/modules.before.py",
    "tests/cases/python-loop-over-time/called_unrolled.before.py",
    "tests/cases/side-effect-in-traced-code/trace_counters.before.py",
    "tests/cases/state-baked-into-jit/forms.before.py",
    "tests/sources/seven_transforms.py",
    "tests/truth/donation/g_t6_several_states_of_a_learner/learner.py",
)


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[ModuleType, ModuleType]]:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    yield importlib.import_module("_corpus_names"), importlib.import_module("_corpus_rename")
    for name in [name for name in sys.modules if name.startswith("_corpus_")]:
        del sys.modules[name]


Modules = tuple[ModuleType, ModuleType]
EVERYTHING = '''\
import jax
from dataclasses import dataclass

LIMIT = 3


@dataclass
class Box(Base):
    width: int
    weights: object = None

    def grow(self, amount, *rest, by=1, **more):
        """Grow the width."""
        self.grown = amount  # amount, in pixels
        return self.grow(amount, by=by) + LIMIT


def outer(first):
    try:
        inner = lambda second: [item for item in (first, second)]
    except ValueError as error:
        raise error
    if (walrus := inner(1)):
        print(f"{walrus:{LIMIT}} {first!r}", f"""{
            inner(2)}""")
    return Box(width=first, weights=1)
'''


def test_loaded_names_say_much(modules: Modules) -> None:
    text = "def f(value, rng): return value + rng\n"
    renamed = modules[0].rename(text, 3, loaded=True)
    assert renamed.original(renamed.text) == text
    assert len(set(renamed.names.values()) & set(modules[0].LOADED)) == 3
    assert not set(renamed.names.values()) & {"value", "rng"}


def test_everything_that_a_file_names_gets_another_name(modules: Modules) -> None:
    renamed = modules[0].rename(EVERYTHING)
    own = "LIMIT Box width weights grow self amount rest by more grown outer first inner second"
    assert set(renamed.names) == {*own.split(), "item", "error", "walrus"}
    used = {n.id for n in ast.walk(ast.parse(renamed.text)) if isinstance(n, ast.Name)}
    assert used - set(renamed.names.values()) == {
        "dataclass", "Base", "int", "object", "ValueError", "print",
    }  # fmt: skip
    assert "# amount, in pixels" in renamed.text
    assert renamed.original(renamed.text) == EVERYTHING


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("import jax\ndef main(): pass", "main"),
        ("import numpy as np\ndef f(np): return np.x", "np"),
        ("def f(*, width): pass\nf = jit(f, static_argnames='width')", "width"),
        ("def f(*, width): pass\nf = jit(f, static_argnames=('width',))", "width"),
        ("def f(*, width): pass\nf = jit(f, static_argnames='f, width')", "width"),
        ("def f(width): return g(width)(width=1)", "width"),
        ("def f(width): return partial(g(), width=width)", "width"),
        ("def f(width): return g(**{'width': 1})", "width"),
        ("def f(x: 'Box'): pass\nclass Box: pass", "Box"),
        ("def f(x): print(f'{x=}')", "x"),
        ("def f(sum): return sum", "sum"),
        ("class A:\n    def __call__(self): pass", "__call__"),
        ("import gym\nclass A(gym.Wrapper):\n    def observe(self): self.observe()", "observe"),
        ("class A:\n    def mean(self): pass\nx.mean()", "mean"),
        ("class A:\n    grown = 1\ngetattr(A, 'grown')", "grown"),
        ("__all__ = ['f']\ndef f(): pass", "f"),
        ("import pytest\n@pytest.fixture\ndef box(): pass", "box"),
        ("def test_f(box): pass", "box"),
        ("import click\n@click.option('--learning-rate')\ndef f(learning_rate): pass",
         "learning_rate"),
        ("from collections import namedtuple\nP = namedtuple('P', 'x y')\nx = 1", "x"),
        ("from other import *\nprint(helper)", "helper"),
    ],
)  # fmt: skip
def test_what_is_looked_up_keeps_its_name(modules: Modules, text: str, kept: str) -> None:
    assert kept not in modules[0].rename(text).names


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("import optax\ndef f(learning_rate): optax.adam(learning_rate=learning_rate)",
         "import optax\ndef q0(q1): optax.adam(learning_rate=q1)"),
        ("def f(width): return f(width=width)", "def q0(q1): return q0(q1=q1)"),
        ("class A:\n    width: int\na = A(width=1)\na.replace(width=2)",
         "class q0:\n    q1: int\nq2 = q0(q1=1)\nq2.replace(q1=2)"),
        ("class A:\n    def grow(self, by): self.grow(by=by)",
         "class q0:\n    def q1(q2, q3): q2.q1(q3=q3)"),
        ("def f(é, x): return (é, x)  # é", "def q0(q1, q2): return (q1, q2)  # é"),
        ("def f(x): return {'x': x}", "def q0(q1): return {'x': q1}"),
        ("class A:\n    def f(self): self.__x = 1", "class q0:\n    def q1(q2): q2.__q3 = 1"),
    ],
)  # fmt: skip
def test_what_is_renamed_stays_together(modules: Modules, text: str, changed: str) -> None:
    renamed = modules[0].rename(text).text
    seen: dict[str, str] = {}
    found = re.sub(r"q\d+", lambda m: seen.setdefault(m[0], f"q{len(seen)}"), renamed)
    assert found == changed


def test_a_place_moves_with_what_stands_before_it(modules: Modules) -> None:
    text = "def function(argument): return [argument, len(argument)]\n"
    renamed = modules[0].rename(text)
    row, column = renamed.moved(1, text.index("len") + 1)
    assert row == 1
    assert renamed.text[column - 1 :].startswith("len(")


def test_comments_say_nothing_when_blanked(modules: Modules) -> None:
    text = "x = '# faster'  # faster: no scan\ny = 1  # noqa: JOL101\n"
    assert modules[0].blanked(text) == (
        "x = '# faster'  # xxxxxx: xx xxxx\ny = 1  # noqa: JOL101\n"
    )


def test_a_word_that_decides_is_named(
    modules: Modules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A linter that goes by a name is found out, with the word and the name."""
    _, renaming = modules
    role = next(iter(wordlist.roles().values()))

    def lint(text: str, name: str) -> object:
        del name
        found = []
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and role.says(node.name):
                place = (node.lineno, node.col_offset + 5)
                found.append(renaming.Key("JOL1", "by-name", place, "warning"))
        return renaming.Counter(found)

    monkeypatch.setattr(renaming, "lint", lint)
    monkeypatch.setattr(type(role), "says", lambda _, text: text == "train")
    (tmp_path / "a.py").write_text("import jax\ndef train(x): pass\ndef other(y): pass\n")
    outcome = renaming.check(tmp_path / "a.py", explain=True)
    [difference, _] = outcome.differences
    assert difference.gone
    assert difference.names == ("train",)
    assert difference.words == (role.name,)
    assert "2  JOL1 by-name" in renaming.table([outcome])


def test_it_exits_with_1_on_differences_and_2_on_mistakes(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import jax\nx = 1\n")
    corpus = [sys.executable, str(SCRIPTS / "corpus"), "rename"]
    done = subprocess.run([*corpus, str(tmp_path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("1 files, 1 names, 0 findings, 0 differences in 0 files\n")
    for wrong in (tmp_path / "missing", ROOT / "docs"):
        done = subprocess.run([*corpus, str(wrong)], capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert done.stderr.startswith("scripts/corpus: no ")
        assert done.stderr.count("\n") == 1


def test_findings_of_this_repository_do_not_depend_on_names(modules: Modules) -> None:
    _, renaming = modules
    known = renaming.choose([ROOT / folder for folder in FOLDERS], None, SEED)
    led = [ROOT / path for path in ONCE_LED_BY_NAMES]
    assert set(led) <= set(known)
    drawn = random.Random(SEED).sample(sorted(set(known) - set(led)), SAMPLE)
    outcomes = [renaming.check(path) for path in (*led, *drawn)]
    assert sum(outcome.findings for outcome in outcomes) >= SAMPLE
    assert sum(outcome.renamed for outcome in outcomes) >= 5 * SAMPLE
    assert [str(d) for outcome in outcomes for d in outcome.differences] == []


PROJECT = {
    "pyproject.toml": '[project.scripts]\nrun-it = "tools.start:begin"\n',
    "tools/__init__.py": 'from .shapes import area as area, Box\n\n__all__ = ["area", "Box"]\n',
    "tools/start.py": (
        "from tools import area, helpers\nfrom . import shapes as kinds\nimport tools.helpers\n\n\n"
        "def begin(width=2):\n"
        "    box = kinds.Box(side=width)\n"
        "    config = {'side': width}\n"
        "    text = f'{helpers.shown(box.grown(by=1))}'\n"
        "    print(text, tools.helpers.LIMIT, area(box, height=3), kinds.deep.deeper.far(4))\n"
        "    print(config)\n"
    ),
    "tools/helpers.py": (
        "from .shapes import *\n\nLIMIT = 5\n\n\ndef shown(box):\n    return area(box, height=1)\n"
    ),
    "tools/shapes.py": (
        "from dataclasses import dataclass\nfrom .deep import deeper\nfrom . import deep\n\n\n"
        "@dataclass\nclass Box:\n    side: int\n\n    def grown(self, by):\n"
        "        return Box(side=self.side + by)\n\n\n"
        "def area(box, *, height):\n    size = deeper.far(box.side)\n    return size * height\n"
    ),
    "tools/deep/__init__.py": "",
    "tools/deep/deeper.py": "from ..deep import deeper as own\n\n\ndef far(x):\n    return x + 1\n",
    "script.py": "import tools.start as starter\n\nstarter.begin(width=3)\n",
}


def test_a_whole_project_still_runs_when_all_its_names_and_files_are_others(
    modules: Modules, tmp_path: Path
) -> None:
    whole = importlib.import_module("_corpus_rename_whole")
    for name, text in PROJECT.items():
        (tmp_path / "old" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "old" / name).write_text(text)
    texts = whole.texts_of(tmp_path / "old")
    layout, entries = whole.layout_of(tmp_path / "old", texts), whole.entries_of(tmp_path / "old")
    project = whole.rename_project(texts, layout, 1, entries)
    new = {path: renamed.text for path, renamed in project.files.values()}
    whole.write(tmp_path / "new", new)
    assert {path for path, (moved, _) in project.files.items() if path == moved} == {
        "tools/start.py", "tools/__init__.py",  # a command is installed from there
    }  # fmt: skip
    named = "area config deep deeper far grown height helpers own script shapes side size text"
    assert set(project.names) >= {*named.split(), "Box", "LIMIT"}
    assert not set(project.names) & {"begin", "tools", "start"}
    # Nor, before Python told the places of what stands in f-strings (3.12), that.
    if sys.version_info < (3, 12):
        assert not set(project.names) & {"shown", "by"}

    def run(folder: str, script: str) -> str:
        done = subprocess.run(
            [sys.executable, script], cwd=tmp_path / folder, stdout=subprocess.PIPE, text=True,
            check=True,
        )  # fmt: skip
        return done.stdout

    shown = run("old", "script.py")
    assert shown == "5 5 12 5\n{'side': 3}\n"
    assert run("new", project.files["script.py"][0]) == shown


def test_a_file_whose_name_decides_is_found_out_in_a_project(
    modules: Modules, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = importlib.import_module("_corpus_rename_whole")
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "train.py").write_text("import jax\n\n\ndef step(x):\n    return x\n")
    (tmp_path / "use.py").write_text("from pkg.train import step\n\nstep(1)\n")
    assert whole.check_project(tmp_path).differences == []

    def lint(root: Path, files: list[str]) -> object:
        found = [path for path in files if Path(path).stem == "train"]
        return modules[1].Counter(modules[1].Key("JOL1", "x", (4, 5), "info", p) for p in found)

    monkeypatch.setattr(whole, "lint_project", lint)
    outcome = whole.check_project(tmp_path)
    assert (outcome.files, outcome.moved) == (2, 2)
    assert [(d.key.file, d.gone, d.words) for d in outcome.differences] == [
        ("pkg/train.py", True, ("(no word)",)), ("pkg/train.py", True, ("(no word)",)),
    ]  # fmt: skip
