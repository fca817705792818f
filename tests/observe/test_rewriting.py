"""Probes in a module change neither what it does nor what it says."""

from __future__ import annotations

import ast
import sys
import traceback
from pathlib import Path
from typing import Any

import pytest

from jaxopt_lint.observe.child import sites
from jaxopt_lint.observe.child.rewriting import rewrite
from jaxopt_lint.observe.child.sites import Site

ROOT = Path(__file__).parent.parent.parent
OWN = sorted(
    path
    for folder in ("jaxopt_lint", "tests/cases", "tests/truth")
    for path in (ROOT / folder).rglob("*.py")
)


def rewritten(text: str, wanted: Any = lambda name: True) -> tuple[ast.Module, dict[int, Site]]:
    tree = ast.parse(text)
    return tree, rewrite(tree, "a.py", text.encode(), wanted)


class Probes(dict[str, Any]):
    """A namespace in which every probe is there and notes what it gets."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, Any]] = []
        for name in (
            sites.CALLEE, sites.ARGUMENT, sites.RESULT, sites.OPERATOR,
            sites.STORING, sites.LOOP, sites.RETURNED,
            sites.READ, sites.READ_NAME,
        ):  # fmt: skip
            self[name] = self.probe(name)
        for name in (
            sites.STORED,
            sites.ITERATION,
            sites.ENTERED,
            sites.IMPORTED,
            sites.RAISED,
            sites.KEPT,
            sites.KEPT_NAME,
        ):
            self[name] = self.note(name)

    def probe(self, name: str) -> Any:
        def pass_on(site: int, value: Any) -> Any:
            self.seen.append((name, value))
            return value

        return pass_on

    def note(self, name: str) -> Any:
        return lambda *values: self.seen.append((name, values[1:]))


PROGRAMS = {
    "a call": "print(max(1, *[2], key=abs))",
    "super and locals": """
class A:
    def f(self, x=1, **kw):
        return sorted(locals())
class B(A):
    def f(self, **kw):
        return super().f(**kw)
print(B().f(x=2, y=3), B.__mro__[1].__name__)
""",
    "private names": """
class A:
    def __init__(self, __x):
        self.__y = __x
    def f(self, *, __z=3):
        return self.__y + __z
print(A(1).f())
""",
    "comprehensions and a walrus": """
print([y := f"{x!r:>{4}}" for x in range(3) if x - 1], {k: v for k, v in zip("ab", [1, 2])})
print(sum(x * y for x in range(3) for y in range(x)), (z := len("abc")) and z)
""",
    "generators": """
def g(n):
    for i in range(n):
        got = yield i
        if got:
            yield got
    return n
def h():
    return (yield from g(3))
i = h()
print(next(i), i.send("x"), list(i))
""",
    "async": """
import asyncio
async def one(x):
    await asyncio.sleep(0)
    return x + 1
async def many():
    for i in range(2):
        yield await one(i)
async def main():
    async for x in many():
        print(x)
    return [x async for x in many()]
print(asyncio.run(main()))
""",
    "matching": """
def f(x):
    match x:
        case {"a": [1, *rest]} if len(rest) > 0:
            return rest
        case complex(real=r):
            return r
        case -1 | "s":
            return "minus"
        case _:
            return None
print(f({"a": [1, 2]}), f(2j), f(-1), f("s"), f(4))
""",
    "assignments": """
x = [1, 2, 3]
x[0] += 5
x[1:] = [9 - 1]
a, *b = x
a += 2; b[-1] *= 2
d = {}
d["k"] = d.get("k", 0) + 1
print(x, a, b, d)
del x[0], d["k"]
i = 0
while i < 3:
    i += 1
    if i == 2: continue
else:
    print("else", i)
for q in (1, 2):
    if q == 2: break
else:
    print("never")
print(x, d, 1 < i < 4, not i, -i, ~i, i if i else 0)
""",
    "names of frames": """
import collections, inspect, sys, types
N = collections.namedtuple("N", "a b")
print(N.__module__, type("T", (), {}).__module__, inspect.currentframe().f_lineno)
def here():
    return sys._getframe(1).f_lineno, sys._getframe(0).f_code.co_name
print(here())
""",
    "docstrings and annotations": '''
from typing import List
def f(a: "List[int]" = [1], /, *, b: List[int] = ()) -> List[int]:
    """Doc."""
    c: List[int] = list(a)
    return c
class C:
    """Of a class."""
    x: int = abs(-3)
print(f.__doc__, C.__doc__, C.x, f(), f.__annotations__)
''',
    "decorators and defaults": """
import functools
def deco(n):
    def wrap(f):
        @functools.wraps(f)
        def inner(*a, **k):
            return f(*a, **k) * n
        return inner
    return wrap
@deco(2)
@deco(n=3)
def f(x, y=abs(-1)):
    return x + y
print(f(1), f.__name__, (lambda a, b=max(1, 2): a + b)(1))
""",
    "exceptions": """
try:
    raise ValueError("v") from KeyError("k")
except ValueError as error:
    print(repr(error), repr(error.__cause__))
finally:
    print("done")
with open(__import__("os").devnull) as f, open(f.name) as g:
    print(f.name == g.name)
assert len("ab") == 2, str(1)
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_do_the_same(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = PROGRAMS[name]
    exec(compile(text, "a.py", "exec", dont_inherit=True), {"__name__": "m"})
    expected = capsys.readouterr().out
    tree, sites = rewritten(text)
    namespace = Probes()
    namespace["__name__"] = "m"
    exec(compile(tree, "a.py", "exec", dont_inherit=True), namespace)
    assert capsys.readouterr().out == expected != ""
    assert sites and namespace.seen


FAILING = (
    "x = (1 +\n     [])",
    "def f(d):\n    return (d\n   .get('a')\n   .upper()\n   .foo(\n 1,\n ))\nf({'a': 'x'})",
    "def z(a):\n    return 1 / (a - a) + 3\nlam = lambda q: z(\n    q)\nlam(\n   3)",
    "a = [1]\nb = a[\n  4]",
    "class A:\n    def m(self, *a, **k):\n        raise KeyError(1)\n(A()\n .m(*[1],\n    **{})\n)",
    "def g():\n    yield 1 / 0\nfor x in g():\n    print(x)",
    "print(*[int(s) for s in ('1',\n  'b')])",
    "x = 3\nx += 'a'",
    "f'{1:q}'",
    "while 1 / 0:\n    pass",
    "def f(a, b):\n    pass\nf(\n 1)",
    "'abc'.foo.bar(\n1)",
    "y = {}\ny['a']['b'] = 1 + 1",
    "class B:\n    __gt__ = lambda s, o: s\n    __bool__ = lambda s: 1 / 0\nif B() > 1:\n    pass",
    "class B:\n    __bool__ = lambda s: 1 / 0\nif 1 and not (B() if 1\n  else 2):\n    pass",
    "class B:\n    __bool__ = lambda s: 1 / 0\nx = [1 for i in [\n B()] if i]\n",
    "class B:\n    __lt__ = lambda s, o: s\n    __bool__ = lambda s: 1 / 0\nassert B() < 2, 3",
)  # fmt: skip


@pytest.mark.parametrize("text", FAILING)
def test_tracebacks_are_the_same(text: str) -> None:
    """Every frame of a traceback is at the same line and columns."""

    def stack(code: Any, namespace: dict[str, Any]) -> list[Any]:
        try:
            exec(code, namespace)
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)[1:]
            keys = ("lineno", "end_lineno", "colno", "end_colno", "name")
            return [repr(error), *([getattr(one, key) for key in keys] for one in frames)]
        raise AssertionError("it was to fail")

    expected = stack(compile(text, "a.py", "exec"), {})
    tree, _ = rewritten(text)
    assert stack(compile(tree, "a.py", "exec"), Probes()) == expected


def test_real_files_compile() -> None:
    """All that has been written here compiles, with each line where it was."""
    count = 0
    for path in OWN[:: 1 if sys.flags.dev_mode else 7]:
        text = path.read_text()
        try:
            tree = ast.parse(text)
        except SyntaxError:
            continue  # newer than this Python
        sites = rewrite(tree, "a.py", text.encode(), lambda name: True)
        compile(tree, str(path), "exec", dont_inherit=True)
        lines = text.count("\n") + 1
        assert all(1 <= one.line <= lines and one.column >= 1 for one in sites.values())
        count += len(sites)
    assert count > 2_000


def test_sites_tell_where_they_are() -> None:
    text = """
class A:
    def f(self, x):
        for i in range(3):
            x = self.g(x) + 1
        return [h(y) for y in x]
"""
    _, sites = rewritten(text)
    found = {(one.what, one.name): one for one in sites.values()}
    call = found["call", "self.g"]
    assert (call.line, call.column, call.function, call.loop) == (5, 17, "A.f", 4)
    assert found["call", "h"].loop == 6 and found["call", "range"].loop == 0
    assert found["operator", "+"].line == 5
    assert found["function", "f"].parameters == ("self", "x")
    assert found["loop", "for"].line == 4


def test_numbers_of_sites_are_those_of_the_content() -> None:
    one, same, other = (set(rewritten(text)[1]) for text in ("f()", "f()", "f() "))
    assert one == same and not one & other


def test_functions_are_left_out_by_name() -> None:
    text = "def f():\n    g()\n\n\ndef k():\n    g()\n"
    _, sites = rewritten(text, lambda name: name == "k")
    assert {one.function for one in sites.values()} == {"k"}


def test_what_reads_bytecode_is_left_alone() -> None:
    text = "import numba\n\n\n@numba.njit(cache=True)\ndef f(x):\n    return g(x) + 1\n"
    _, sites = rewritten(text)
    assert all(one.line < 5 for one in sites.values())
