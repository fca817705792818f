"""How functions are reached, and which axes that gives them."""

import ast

import pytest

from jaxopt_lint.patterns.unsafe_point_to_point import cycle, evaluations, pairs, repeated
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.jax.ways import called, ways
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.semantics.subjects.devices.axes import asked, given

HEAD = "import functools, jax\nfrom jax import lax\nI = 'i'\n"


def facts_of(text: str, project: Project | None = None) -> Facts:
    return Facts(Module(HEAD + text, "m", path="m.py"), project or Project())


def around(text: str, name: str = "f", project: Project | None = None) -> list[str] | None:
    """The ways to a function, each as `root: kinds [axes]`, or None."""
    facts = facts_of(text, project)
    functions = [n for n in facts.module.all(ast.FunctionDef) if getattr(n, "name", "") == name]
    found = ways(facts, functions[0])
    if found is None:
        return None
    out = []
    for way in found:
        axes = [given(facts, w) for w in way.wraps]
        names = "?" if None in axes else ",".join(sorted(frozenset().union(*axes)))
        root = called(way.root) if way.root is not None else "top"
        out.append(f"{root}: {' '.join(w.transform.kind for w in way.wraps)} [{names}]")
    return sorted(out)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("def f(x): return x\nf(1)\n", ["top:  []"]),
        ("def f(x): return x\n", ["`f`:  []"]),
        ("def f(x): return x\njax.jit(f)(1)\n", ["top: jit []"]),
        ("def f(x): return x\njax.pmap(f, axis_name=I)(1)\nf(2)\n", ["top:  []", "top: pmap [i]"]),
        ("@jax.jit\ndef f(x): return x\ng = jax.vmap(f, axis_name='j')\n", ["`g`: vmap jit [j]"]),
        ("def f(x): return x\ng = jax.pmap(lambda x: f(x), 'k')\ng(1)\n", ["top: pmap [k]"]),
        ("def f(c, x): return c, x\ndef g(x): return lax.scan(f, 0, x)\njax.jit(g)(1)\n",
         ["top: jit scan []"]),
        ("def f(x): return x\nh = functools.partial(f, 1)\njax.jit(h)()\n", ["top: jit []"]),
        ("def make():\n    def f(x): return x\n    return f\njax.pmap(make(), 'i')(1)\n",
         ["top: pmap [i]"]),
        ("def f(x): return f(x - 1)\njax.jit(f)(1)\n", ["top: jit []"]),
        ("def f(x): return x\ndef run(g): g(f)\n", None),
        ("def f(x): return x\ntable = {'f': f}\n", None),
        ("def f(x): return x\nopts = {}\njax.pmap(f, **opts)(1)\n", ["top: pmap [?]"]),
        ("class A:\n    def f(self, x): return x\n", None),
        ("class A:\n    def f(self): return 1\n    def g(self): self.s = jax.pmap(self.f, 'i')\n",
         ["`self.s`: pmap [i]"]),
        ("@other\ndef f(x): return x\nf(1)\n", None),
    ],
)  # fmt: skip
def test_ways(text: str, wanted: list[str] | None) -> None:
    assert around(text) == wanted


def test_a_function_that_another_file_takes_has_no_known_ways() -> None:
    text = "def f(x): return x\njax.jit(f)(1)\n"
    assert around(text, project=Project(imported={"m.f"})) is None
    assert around(text, project=Project(imported={"other.f"})) == ["top: jit []"]


def test_axes_that_a_collective_asks_for() -> None:
    facts = facts_of("lax.psum(1, ('i', 'j'))\nlax.axis_index(I)\nlax.pmean(2, axis_name=n)\n")
    calls = [n for n in facts.module.nodes[ast.Call] if isinstance(n, ast.Call)]
    assert [asked(facts, c) for c in calls] == [("i", "j"), ("i",), None]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[(0, 1), (1, 0)]", [[(0, 1), (1, 0)]]),
        ("[(i, (i + 1) % 3) for i in range(3)]", [[(0, 1), (1, 2), (2, 0)]]),
        ("list(zip(range(2), reversed(range(2))))", [[(0, 1), (1, 0)]]),
        ("[(0, 1)] + [(i, -i) for i in (2, 3)]", [[(0, 1), (2, -2), (3, -3)]]),
        ("[(i, i + 1) for i in range(n) if i]", None),
        ("edges(n)", None),
    ],
)
def test_pairs_are_computed(text: str, wanted: list[list[tuple[int, int]]] | None) -> None:
    facts = facts_of(f"perm = {text}\n")
    statement = facts.module.tree.body[-1]
    assert isinstance(statement, ast.Assign)
    values = evaluations(facts, statement.value)
    assert (values and [pairs(v) for v in values]) == wanted


def test_an_unknown_size_is_tried_for_several_devices() -> None:
    facts = facts_of("def f(n): return [(i, (i + 1) % n) for i in range(n)]\n")
    function = facts.module.tree.body[-1]
    assert isinstance(function, ast.FunctionDef) and isinstance(function.body[0], ast.Return)
    values = evaluations(facts, function.body[0].value)
    assert [len(v) for v in values or ()] == [2, 3, 4, 8]
    assert all(cycle(pairs(v) or []) for v in values or ())


def test_cycles_and_repeats() -> None:
    assert cycle([(0, 1), (1, 2), (2, 0)]) == [0, 1, 2, 0]
    assert cycle([(0, 1), (1, 2)]) == []
    assert repeated([0, 1, 0]) == 0
    assert repeated([0, 1]) is None
