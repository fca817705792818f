"""Facts, stated as comments beside the code that they are about.

`facts/names/*.py`    `# name: jax.numpy.stack` (or `unknown`): what the call on the line calls.
`facts/tracing/*.py`  `# staged: jitted` (or `no`) on a `def`; `# traced: state batch` likewise.
`facts/values/*.py`   `# kind: tracer`: the value that the line assigns or returns.
`facts/<fact>/*.py`   `# fact: eager_steps train_step`: what a fact says on the line, several texts
                      joined by "; "; on lines without the comment it says nothing. The texts are
                      made in fact_texts.py. `<file>/*.py` beside it are other files of the project.
"""

import ast
import re
from pathlib import Path

import pytest
from fact_texts import OWN, TEXTS, keys, said

from jaxopt_lint.semantics.jax.abstract import why_abstract
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.joining import joined
from jaxopt_lint.semantics.jax.project import Project, Text
from jaxopt_lint.semantics.jax.summary import summarise
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.jax.values import values
from jaxopt_lint.semantics.python.module import Module

FOLDER = Path(__file__).parent / "facts"
SAMPLES = {key: sorted((FOLDER / key).glob("*.py")) for key in keys()}


def load(path: Path) -> Facts:
    return Facts(Module(path.read_text(), path.stem, path=path.name), Project())


def stated(path: Path, word: str) -> dict[int, str]:
    out = {}
    for row, line in enumerate(path.read_text().splitlines(), 1):
        match = re.search(rf"# {word}: ([^#]*)", line)
        if match:
            out[row] = match[1].strip()
    assert out or word == "traced", f"{path.name} states nothing"
    return out


def cases(fact: str) -> list:
    return [pytest.param(p, id=p.stem) for p in sorted((FOLDER / fact).glob("*.py"))]


@pytest.mark.parametrize("path", cases("names"))
def test_names(path: Path) -> None:
    facts = load(path)
    for row, expected in stated(path, "name").items():
        calls = [n for n in facts.module.all(ast.Call) if n.lineno == row]
        outer = min(calls, key=lambda n: (n.col_offset, -n.end_col_offset))
        assert (facts.names.call(outer) or "unknown") == expected, f"row {row}"


@pytest.mark.parametrize("path", cases("tracing"))
def test_tracing(path: Path) -> None:
    facts = load(path)
    functions = {
        n.lineno: n for n in facts.module.all(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    }
    for row, expected in stated(path, "staged").items():
        why = tracing(facts).staged(functions[row])
        assert ("no" if why is None else why.split(" at ")[0]) == expected, f"row {row}: {why}"
    for row, expected in stated(path, "traced").items():
        found = tracing(facts).traced_parameters(functions[row])
        assert sorted(found) == sorted(expected.split()), f"row {row}"


@pytest.mark.parametrize("path", cases("values"))
def test_values(path: Path) -> None:
    facts = load(path)
    for row, expected in stated(path, "kind").items():
        for node in facts.module.all(ast.Assign, ast.Return, ast.If, ast.Expr):
            if node.lineno == row:
                value = node.test if isinstance(node, ast.If) else node.value
                assert values(facts).kind(value).value == expected, f"row {row}"
                break
        else:
            raise AssertionError(f"row {row} has no statement")


def sampled(path: Path, key: str) -> dict[int, str]:
    """What the comments of a file say of a fact."""
    out = {}
    for row, line in enumerate(path.read_text().splitlines(), 1):
        if match := re.search(rf"# fact: {re.escape(key)} (.*)", line):
            out[row] = match[1].strip()
    return out


@pytest.mark.parametrize(
    ("path", "key"),
    [pytest.param(p, key, id=f"{key}-{p.stem}") for key in TEXTS for p in SAMPLES[key]],
)
def test_facts(path: Path, key: str) -> None:
    others = {p.stem: p.read_text() for p in sorted(path.with_suffix("").glob("*.py"))}
    facts = project(**{path.stem: path.read_text()}, **others)[path.stem]
    found: dict[int, list[str]] = {}
    for node, text in said(facts, key):
        found.setdefault(node.lineno, []).append(text)
    assert {row: "; ".join(sorted(texts)) for row, texts in found.items()} == sampled(path, key)


def test_every_public_fact_has_samples() -> None:
    assert {*keys()} == TEXTS.keys() | OWN
    for key in keys():
        assert SAMPLES[key], f"no sample in tests/facts/{key}"
        assert key in OWN or any(sampled(p, key) for p in SAMPLES[key]), f"{key} never speaks"
    assert {p.name for p in FOLDER.iterdir()} == {*keys(), "names"}, "a folder of no fact"


def project(**files: str) -> dict[str, Facts]:
    modules = {name: Module(text, name, path=f"{name}.py") for name, text in files.items()}
    whole = joined(summarise(m, m.path) for m in modules.values())
    whole.texts = {name: Text(f"{name}.py", text, False) for name, text in files.items()}
    return {name: Facts(m, whole, display=m.path) for name, m in modules.items()}


def function(facts: Facts, name: str) -> ast.FunctionDef:
    return next(n for n in facts.module.all(ast.FunctionDef) if n.name == name)


def test_jit_in_another_file_is_seen() -> None:
    facts = project(
        model="def loss(p):\n    return inner(p)\n\n\ndef inner(p):\n    return p\n",
        train="import jax\nfrom model import loss\n\nstep = jax.jit(loss)\n",
    )
    assert tracing(facts["model"]).staged(function(facts["model"], "loss"))
    why = tracing(facts["model"]).staged(function(facts["model"], "inner"))
    assert why is not None and "train.py:4" in why and "loss" in why


def test_call_from_jitted_code_in_another_file_is_seen() -> None:
    facts = project(
        util="def scale(x):\n    return x\n",
        train="import jax\nimport util\n\n\n@jax.jit\ndef step(x):\n    return util.scale(x)\n",
    )
    assert tracing(facts["util"]).staged(function(facts["util"], "scale"))


def test_a_jit_is_not_hidden_by_an_eager_vmap_of_another_file() -> None:
    util = "def scale(x):\n    return x\n"
    vmapped = "import jax\nfrom util import scale\n\nrows = jax.vmap(scale)\n"
    jitted = "import jax\nimport util\n\n\n@jax.jit\ndef step(x):\n    return util.scale(x)\n"
    alone = project(util=util, analysis=vmapped)["util"]
    node = function(alone, "scale").body[0]
    assert tracing(alone).staged(function(alone, "scale"))
    assert why_abstract(alone, node) is None
    both = project(util=util, analysis=vmapped, train=jitted)["util"]
    assert "jit at train.py:5" in (why_abstract(both, function(both, "scale").body[0]) or "")
    far = {"far": "from util import scale\n\n\ndef twice(x):\n    return scale(x)\n"}
    deep = project(
        util=util,
        a="import jax\nfrom far import twice\n\nv = jax.vmap(twice)\n",
        b="import jax\nfrom far import twice\n\nf = jax.jit(twice)\n",
        **far,
    )["util"]
    assert "jit at b.py:4" in (why_abstract(deep, function(deep, "scale").body[0]) or "")


def test_names_go_through_the_modules_of_the_project() -> None:
    facts = project(
        backend="import jax.numpy as jnp\nfrom jax import jit as compile_it\n",
        train="from backend import jnp, compile_it\n\na = jnp.stack([])\nb = compile_it(a)\n",
    )["train"]
    calls = list(facts.module.all(ast.Call))
    assert [facts.names.call(c) for c in calls] == ["jax.numpy.stack", "jax.jit"]


def test_code_that_nobody_traces_is_not_staged() -> None:
    facts = project(
        model="def loss(p):\n    return p\n",
        train="from model import loss\n\nprint(loss(1))\n",
    )
    assert tracing(facts["model"]).staged(function(facts["model"], "loss")) is None
