"""Many fixes of one file: each checked where it changes something, put together at once."""

import ast
from pathlib import Path

import pytest

from jaxopt_lint import registry
from jaxopt_lint.codemod import Codemod
from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.finding import Edit, Location
from jaxopt_lint.fixing import guards
from jaxopt_lint.fixing.checking import check_source
from jaxopt_lint.fixing.pieces import Pieces
from jaxopt_lint.fixing.results import FixResult
from jaxopt_lint.fixing.run import fix_source
from jaxopt_lint.rewriting.edits import apply
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.settings.config import Config

HEAD = "import jax\nimport jax.numpy as jnp\n"
RENAMED = """
def doubled_{n}(tree):
    # twice
    return jax.tree_map(lambda leaf: 2 * leaf, tree)

"""
LOOP = """
def rows_{n}(xs, w):
    out = []
    for i in range(xs.shape[0]):
        y = jnp.tanh(xs[i] @ w)
        out.append(jnp.sum(y))
    return jnp.stack(out)

"""


def source(text: str) -> SourceFile:
    return SourceFile(Path("many.py"), "many.py", text.encode(), text, "utf-8", "\n")


def many(count: int) -> str:
    kinds = (RENAMED, LOOP)
    return HEAD + "".join(kinds[n % 2].format(n=n) for n in range(count))


def fixed(text: str) -> FixResult:
    return fix_source(source(text), Config(), unsafe=True)


class Counted:
    """How many whole files are parsed and compiled."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, rows: int) -> None:
        self.indexed = self.checked = 0
        real, check = Module.__init__, guards.check

        def indexed(module: Module, text: str, *args: object, **named: object) -> None:
            self.indexed += text.count("\n") > rows
            real(module, text, *args, **named)  # type: ignore[arg-type]

        def checked(*args: object, **named: object) -> Module:
            self.checked += 1
            return check(*args, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(Module, "__init__", indexed)
        monkeypatch.setattr(guards, "check", checked)


@pytest.mark.parametrize("count", [6, 24])
def test_the_whole_file_is_read_as_often_for_many_fixes_as_for_few(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = many(count)
    counted = Counted(monkeypatch, rows=text.count("\n") // 2)
    result = fixed(text)
    assert len(result.files[0].applied) == count and not result.remaining
    # Two rounds, the second of which finds nothing; the fixes of the first are checked together.
    assert counted.checked == 1
    assert counted.indexed <= 5


@pytest.mark.parametrize("count", [6, 24])
def test_linting_reads_the_whole_file_once(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = many(count)
    counted = Counted(monkeypatch, rows=text.count("\n") // 2)
    found = check_source(source(text), Config()).findings
    assert len(found) == count and all(f.fix for f in found)
    assert counted.checked == 0 and counted.indexed <= 2


def test_a_fix_that_breaks_the_others_is_found_and_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check = guards.check

    def picky(old: Module, new_text: str, **named: bool) -> Module:
        if (
            "def doubled_4" in new_text
            and "jax.tree_util.tree_map" in new_text.split("def doubled_4")[1][:90]
        ):
            raise guards.Violation("no")
        return check(old, new_text, **named)

    monkeypatch.setattr(guards, "check", picky)
    result = fixed(many(9))
    assert len(result.files[0].applied) == 8
    assert [f.start.row for f in result.remaining] == [
        result.files[0].new_text.split("def doubled_4")[0].count("\n") + 3
    ]


# -- names --------------------------------------------------------------------------------

TWO_JITS = """\
import jax
import jax.numpy as jnp


def line(a, b):
    return a * b


def first(x, y):
    return jax.jit(jax.vmap(line, (0, None)))(x, y)


def second(x, y):
    return jax.jit(jax.vmap(line, (None, 0)))(x, y)


def loop(xs):
    return [first(x, x) + second(x, x) for x in xs]
"""


def test_two_fixes_of_a_run_give_no_name_twice() -> None:
    text = fixed(TWO_JITS).files[0].new_text
    made = [s for s in ast.parse(text).body if isinstance(s, ast.Assign)]
    names = [ast.unparse(s.targets[0]) for s in made]
    assert names == ["jitted_vmap_line", "jitted_vmap_line_2"]
    for function, name in (("first", names[0]), ("second", names[1])):
        body = text.split(f"def {function}(")[1].split("def ")[0]
        assert f"return {name}(x, y)" in body


def test_a_fix_by_itself_has_the_plain_name() -> None:
    found = check_source(source(TWO_JITS), Config()).findings
    texts = [apply(TWO_JITS, f.fix.edits) for f in found if f.fix]
    assert len(texts) == 2
    assert all("jitted_vmap_line =" in text and "_2" not in text for text in texts)


def test_names_of_one_function_are_apart_and_those_of_two_may_be_equal() -> None:
    loop = LOOP.format(n=1).strip("\n").splitlines()
    second = [line.replace("out", "more") for line in loop[1:]]
    both = [*loop[:-1], *second[:-1], "    return jnp.stack(out) + jnp.stack(more)"]
    text = HEAD + "\n\n" + "\n".join(both) + "\n\n" + LOOP.format(n=2)
    result = fixed(text)
    tree = ast.parse(result.files[0].new_text)
    inner = {
        f.name: [d.name for d in f.body if isinstance(d, ast.FunctionDef)]
        for f in tree.body
        if isinstance(f, ast.FunctionDef)
    }
    assert all(len(names) == len(set(names)) for names in inner.values())
    assert fixed(result.files[0].new_text).files == []


PADDED = """
@jax.jit
def pad_{n}(x, size):
    return jnp.concatenate([x, jnp.zeros(size)])

"""


@pytest.mark.parametrize("count", [2, 8])
def test_an_import_that_several_fixes_need_is_made_once(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = HEAD + "".join(PADDED.format(n=n) for n in range(count))
    counted = Counted(monkeypatch, rows=text.count("\n") // 2)
    new = fixed(text).files[0].new_text
    assert new.startswith(f"from functools import partial\n\n{HEAD}")
    assert new.count('@partial(jax.jit, static_argnames=("size",))') == count
    assert "_partial" not in new and new.count("import") == 3
    assert counted.checked == 1  # all of them in one round


class Useless(Codemod[ast.AST]):
    """Say something above the function."""

    def rewrite(self, node: ast.AST) -> None:
        self.insert_before(self.facts.module.tree.body[-1], ["print()"])


def test_a_fix_that_leaves_its_finding_is_tried_once_wherever_the_message_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "codemod", lambda name: Useless)
    result = fixed(HEAD + PADDED.format(n=0))
    assert result.files[0].new_text.count("print()") == 1 and not result.files[0].error
    (left,) = result.remaining
    assert left.refused == "the fix did not remove the finding"
    assert "many.py:5" in left.message  # one row below where it was, for the new line


# -- several statements on a line -----------------------------------------------------------

GRADIENT = """\
import jax
import jax.numpy as jnp


def f(p):
    return jnp.sum(p**2)


@jax.jit
def step(p):
    {line}
    return value, g
"""


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("value = f(p); g = jax.grad(f)(p)", "value, g = jax.value_and_grad(f)(p)"),
        ("g = jax.grad(f)(p); value = f(p)", "value, g = jax.value_and_grad(f)(p)"),
        (
            "a = 1; value = f(p); g = jax.grad(f)(p); b = a  # why",
            "a = 1; value, g = jax.value_and_grad(f)(p); b = a  # why",
        ),
    ],
)
def test_statements_that_share_a_line_are_rewritten(line: str, after: str) -> None:
    text = GRADIENT.format(line=line).replace(
        "return value, g", "return value, g" + ", b" * ("b =" in line)
    )
    assert f"    {after}\n" in fixed(text).files[0].new_text


def test_what_needs_a_line_of_its_own_says_so() -> None:
    text = GRADIENT.format(line="value = f(p); g = jax.grad(f)(p)")
    from jaxopt_lint.rewriting.surgery import SharedLine, Surgeon
    from jaxopt_lint.running.opening import project_of
    from jaxopt_lint.semantics.jax.facts import Facts

    module = Module(text, "many")
    facts = Facts(module, project_of([source(text)], Config()).project)
    statement = module.statement(module.named("value")[0])
    with pytest.raises(SharedLine, match="the statement shares its line with others"):
        Surgeon(facts).replace_statement(statement, ["if p:\n    value = 1\n"])


# -- pieces -------------------------------------------------------------------------------

PIECES = """\
import os
import sys
from math import pi

LIMIT = os.sep


def f(x):
    # kept
    y = x + 1
    return y


def g():
    return f(LIMIT) + sys.maxsize
"""


def edit(row: int, old: str, new: str) -> Edit:
    column = PIECES.splitlines()[row - 1].index(old) + 1
    return Edit(Location(row, column), Location(row, column + len(old)), new)


@pytest.mark.parametrize(
    ("row", "old", "new", "why"),
    [
        (10, "x + 1", "x +", "would not parse (invalid syntax (<unknown>, line 10))"),
        (9, "# kept", "pass", "the comment `# kept` would be lost"),
        (10, "x + 1", "z", "the name `z` would be undefined"),
        (11, "y", "x", "`y` would be left without a use"),
        (8, "f(x)", "h(x)", "the name `f` would be undefined"),
        (11, "return y", "yield from await_(y)", "the name `await_` would be undefined"),
        (15, "return", "break #", "would not parse ('break' outside loop"),
    ],
)
def test_pieces_refuse_what_the_whole_text_refuses(row: int, old: str, new: str, why: str) -> None:
    made = edit(row, old, new)
    with pytest.raises(guards.Violation) as whole:
        guards.check(Module(PIECES), apply(PIECES, [made]))
    with pytest.raises(guards.Violation) as pieces:
        Pieces(Module(PIECES)).complete([made])
    assert str(pieces.value) == str(whole.value)
    assert why in str(whole.value)


def test_pieces_take_an_import_along_whose_last_reader_goes() -> None:
    made, bound = Pieces(Module(PIECES)).complete([edit(15, "sys.maxsize", "1")])
    assert "import sys" not in apply(PIECES, made) and not bound
    made, _ = Pieces(Module(PIECES)).complete([edit(15, "f(LIMIT)", "f(pi)")])
    assert apply(PIECES, made).count("import") == 3


def test_pieces_tell_what_is_bound_anew() -> None:
    _, bound = Pieces(Module(PIECES)).complete([edit(10, "y = x + 1", "y = z = x + 1; print(z)")])
    assert bound == {("f", "z", "")}
    top = Edit(Location(4, 1), Location(4, 1), "from os import path\nprint(path)\n")
    assert Pieces(Module(PIECES)).complete([top])[1] == {("", "path", "os.path")}


def test_nothing_goes_above_a_future_import() -> None:
    text = '"""Doc."""\nfrom __future__ import annotations\n\n\ndef f():\n    return 1\n'
    above = Edit(Location(1, 1), Location(1, 1), "import os\nprint(os)\n")
    with pytest.raises(guards.Violation, match="would not parse"):
        Pieces(Module(text)).complete([above])
