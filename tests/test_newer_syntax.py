"""Python that is newer than the running one: read in place, linted, fixed, and kept as it is."""

import ast
import json
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import libcst
import pytest

from jaxopt_lint.__main__ import main
from jaxopt_lint.syntax.reading import NewerSyntax, parse

ROOT = Path(__file__).parent.parent

# Name of the construct -> (first Python that reads it, the code, the bytes that a fix must keep).
SNIPPETS: dict[str, tuple[int, str, str]] = {
    "function": (12, "def first[T: int](x: T) -> T:\n    return x\n", "first[T: int](x: T)"),
    "async function": (12, "async def first[*Ts, **P](x):\n    return x\n", "first[*Ts, **P](x)"),
    "decorated": (12, "@keep\n@keep\ndef first[T](x: T): return x\n", "def first[T](x: T)"),
    "class": (12, "class Box[T]:\n    item: T\n", "class Box[T]:"),
    "class with bases": (12, "class Box[T] (Base[T], kind=T): pass\n", "Box[T] (Base[T], kind=T)"),
    "method": (12, "class Box:\n    def get[T](self, x: T) -> T: return x\n", "get[T](self, x: T)"),
    "over rows": (
        12,
        "def first[\n\n    T: (int, str),  # either, äöü\n    *Ts,\n](\n    x: T\n): return x\n",
        "[\n\n    T: (int, str),  # either, äöü\n    *Ts,\n](\n    x: T\n)",
    ),
    "class over rows": (12, "class Box[\n    T,  # one\n\n]: pass\n", "Box[\n    T,  # one\n\n]:"),
    "continued": (12, "def first[T] \\\n  (x: T): return x\n", "first[T] \\\n  (x: T)"),
    "non-ascii parameter": (12, "def größe[Größe](x: Größe): return x\n", "größe[Größe](x: Größe)"),
    "default": (
        13,
        "class Box[T = int, *Ts = *tuple[int, str], **P = [int]]: pass\n",
        "Box[T = int, *Ts = *tuple[int, str], **P = [int]]",
    ),
    "alias": (12, "type Pair = tuple[int, int]\n", "type Pair = tuple[int, int]"),
    "generic alias": (12, "type  Pair[ A, B: int ]=tuple[A]; y = 1\n", "type  Pair[ A, B: int ]="),
    "alias over rows": (12, "type Pair[\n\n A,\n] = (\n  A)\n", "type Pair[\n\n A,\n] = (\n  A)"),
    "local alias": (12, "def f():\n    type É = int\n    return É\n", "    type É = int"),
    "same quotes": (12, 'name = f"{words["ä"]}"\n', 'f"{words["ä"]}"'),
    "backslash": (12, 'name = f"{"\\n".join(words)} \\t {{}}"\n', '"\\n".join(words)} \\t {{}}"'),
    "nested": (12, 'name = f"{f"{f"{words}"}"}"\n', 'f"{f"{f"{words}"}"}"'),
    "said": (12, 'name = f"{words["a"] = }{words["b"]=!s:>{len("x")}}"\n', '["a"] = }{wor'),
    "field over rows": (
        12, 'name = f"{\n    words["a"]  # why\n}" + "é"\n', 'f"{\n    words["a"]  # why\n}"',
    ),
    "tuple in a field": (12, "name = f'{'a', 'b'}{('c', 'd')}'\n", "f'{'a', 'b'}{('c', 'd')}'"),
    "joined strings": (
        12, 'name = ("é" f"{words}" f"{words["a"]}x"\n        "y" rf"\\d{words["a"]}")\n',
        '"é" f"{words}" f"{words["a"]}x"\n        "y" rf"\\d{words["a"]}"',
    ),
    "deep specification": (12, 'name = f"{words:{words:{words}}}"\n', 'f"{words:{words:{words}}}"'),
    "comment in a string": (12, 'name = f"{words["#"]}" ; y = 1\n', 'f"{words["#"]}" ; y = 1'),
    "excepts": (14, "try:\n    y = 1\nexcept A, B . c, (D):\n    pass\n", "except A, B . c, (D):"),
    "except groups": (14, "try:\n    y = 1\nexcept* A, B:\n    pass\n", "except* A, B:"),
    "template": (14, 'name = t"ä{words!r:>{5}} {words=}"\n', 't"ä{words!r:>{5}} {words=}"'),
    "raw template": (14, "name = rT'''\\{words\n}'''\n", "rT'''\\{words\n}'''"),
    "template without fields": (14, 'name = t""; other = t"#"\n', 't""; other = t"#"'),
    "lazy import": (15, "lazy import json as js, re\nlazy from os import path\n", "lazy import j"),
    "unpacking": (15, "name = [*w for w in words] + [* w for w in words]\n", "[*w for w in words]"),
}  # fmt: skip
HEAD = "import jax\nwords = keep = Base = A = B = D = None\n"
TAIL = 'ü = "é"; out = jax.tree_map(ü, words)  # the ü stays\n'

# Reads a program and says what its tree is: types, fields and places.
SHAPE = """
def shape(node):
    if isinstance(node, list):
        return [shape(item) for item in node]
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = [
        [name, shape(getattr(node, name))] for name in sorted(node._fields)
        if getattr(node, name, None) not in (None, [])
    ]
    names = ("lineno", "col_offset", "end_lineno", "end_col_offset")
    return [type(node).__name__, fields, [getattr(node, name, None) for name in names]]
"""


@lru_cache(maxsize=1)
def other_python() -> str:
    """A Python that is newer than the running one; skips where there is none."""
    found = subprocess.run(
        [ROOT / "scripts" / "newer-python", sys.executable], capture_output=True, text=True
    ).stdout.strip()
    if not found:
        pytest.skip(f"no Python newer than {sys.version_info[1]} is on this machine")
    return found


def the_other_trees(texts: list[str]) -> list[object]:
    """The trees that the newer Python reads; None where it does not."""
    program = (
        "import ast, json, sys\n" + SHAPE + "out = []\n"
        "for text in json.load(sys.stdin):\n"
        "    try: out.append(shape(ast.parse(text)))\n"
        "    except SyntaxError: out.append(None)\n"
        "print(json.dumps(out))\n"
    )
    done = subprocess.run(
        [other_python(), "-W", "ignore", "-c", program],
        input=json.dumps(texts), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return list(json.loads(done.stdout))


def shape(tree: ast.AST) -> object:
    names: dict[str, object] = {"ast": ast}
    exec(SHAPE, names)
    return names["shape"](tree)  # type: ignore[operator]


def test_the_tree_is_the_one_that_a_newer_python_reads() -> None:
    texts = [HEAD + text + TAIL for _, text, _ in SNIPPETS.values()]
    seen = 0
    for name, text, wanted in zip(SNIPPETS, texts, the_other_trees(texts), strict=True):
        if wanted is not None and name not in _LAX:
            assert shape(parse(text).tree) == wanted, name
            seen += 1
    assert seen


# 3.12 changed what an f-string that 3.11 reads, too, says of places inside of it.
_LAX = {"joined strings", "nested"} if sys.version_info < (3, 12) else set()


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("name", SNIPPETS)
def test_rows_and_columns_stay(name: str, end: str) -> None:
    text = (HEAD + SNIPPETS[name][1] + TAIL).replace("\n", end)
    parsed = parse(text)
    assert len(parsed.code.encode()) == len(text.encode())
    assert len(parsed.tokens) == len(text)
    assert parsed.code.count(end) == text.count(end)
    (last,) = (n for n in ast.walk(parsed.tree) if getattr(n, "attr", "") == "tree_map")
    row = text.count("\n")
    assert (last.lineno, last.col_offset) == (row, 5 + len("é".encode()) + 4 + 6)
    for node in ast.walk(parsed.tree):
        if isinstance(node, ast.Name):
            line = text.split("\n")[node.lineno - 1].encode()
            assert line[node.col_offset : node.end_col_offset].decode() == node.id


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_linted_and_fixed(end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = {
        tmp_path / f"{name.replace(' ', '_')}.py": (HEAD + text + TAIL).replace("\n", end)
        for name, (_, text, _) in SNIPPETS.items()
    }
    for file, text in texts.items():
        file.write_bytes(text.encode())
    main([str(tmp_path), "--output-format", "concise", "--no-cache", "--severity", "info"])
    lines = [line for line in capsys.readouterr().out.splitlines() if "JOL" in line]
    assert len(lines) == len(texts)
    for line, (file, text) in zip(lines, sorted(texts.items()), strict=True):
        assert f"{file.name}:{text.count(end)}:16: JOL701" in line
    assert main([str(tmp_path), "--fix", "--no-cache"]) == 0
    for (file, text), (_, _, kept) in zip(texts.items(), SNIPPETS.values(), strict=True):
        new = file.read_bytes().decode()
        assert new == text.replace("jax.tree_map", "jax.tree_util.tree_map")
        assert kept.replace("\n", end) in new
        libcst.parse_module(new)


def test_what_is_only_read_in_it_is_read() -> None:
    from jaxopt_lint.fixing.guards import undefined
    from jaxopt_lint.rewriting.imports import loads
    from jaxopt_lint.semantics.python.module import Module

    module = Module(
        "import a, b, c, d, e, g, h\n"
        "def f[T: a.A, U = b.B](x: T) -> U: return x\n"
        "class C[T: c.C](list[T]):\n    def get[S](self, y: S) -> T: return y\n"
        'type P[T] = d.D[T]\nn = f"{e.e["k"]:{g.g}}" + t"{h.h}"\n'
        "x: P[int]\n"
    )
    assert set("abcdegh") <= loads(module)
    assert undefined(module) == set()


def test_a_name_in_a_string_is_read_after_a_statement() -> None:
    from jaxopt_lint.semantics.python.liveness import reads_after
    from jaxopt_lint.semantics.python.module import Module

    text = 'def f(d):\n    k = d\n    j = d\n    return f"{d["a"]:{k}}"\n'
    module = Module(text)
    (function,) = module.tree.body
    assert isinstance(function, ast.FunctionDef)
    assert reads_after(module, function.body[0], "k")
    assert not reads_after(module, function.body[1], "j")


def test_a_fix_inside_of_it(tmp_path: Path) -> None:
    """The function that is rewritten has type parameters, and its import stays for their bound."""
    file = tmp_path / "a.py"
    file.write_text(
        "import jax\nfrom typing import Sized\n\n"
        "def f[T: Sized](x: T) -> T:\n"
        '    name = f"{x["a"]}"  # the name\n'
        "    return jax.tree_map(lambda y: y, x), name\n"
    )
    wanted = file.read_text().replace("tree_map", "tree_util.tree_map")
    assert main([str(file), "--fix", "--no-cache"]) == 0
    assert file.read_text() == wanted
    assert main([str(file), "--fix", "--no-cache"]) == 0
    assert file.read_text() == wanted


def test_a_lazy_import_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.py"
    file.write_text("lazy from jax import tree_map, jit\nprint(tree_map(f, x), jit)\n")
    assert main([str(file), "--fix", "--no-cache", "--output-format", "concise"]) == 1
    out, err = capsys.readouterr()
    assert "JOL701" in out
    assert "failed" not in err
    assert "lazy from jax import tree_map, jit\n" in file.read_text()


def test_comments_behind_a_hash_in_a_string(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.py"
    file.write_text(
        'import jax\nprint(f"{jax["#"]}")\n'
        "y = jax.tree_map(\n    f, x\n)  # jaxopt-lint: ignore[JOL701]\njax.tree_map(f, x)\n"
    )
    main([str(file), "--output-format", "concise", "--no-cache"])
    (line,) = (x for x in capsys.readouterr().out.splitlines() if "JOL" in x)
    assert ":6:1: JOL701" in line


@pytest.mark.parametrize(
    ("text", "row", "column", "words"),
    [
        ('def f[T](): pass\nx = t"a" t"b{x}"\n', 2, 6, "Python 3.14 syntax; jaxopt-lint runs on"),
        ("x = {**y for y in z}\n", 1, 6, "Python 3.15 syntax; jaxopt-lint runs on Python 3."),
        # The real mistake is named, not the construct that only an older Python stumbles over.
        ("def f[T](x):\n    return x\n\nx = = 1\n", 4, 5, "syntax error: invalid syntax"),
        ("type A = int\ndef f[T](x)\n    return x\n", 3, 1, "syntax error: invalid syntax"),
        ("print 'x'\n", 1, 1, "syntax error: Missing parentheses"),
        # Nor is the end of the function, where LibCST notices what Python does on the row itself.
        (
            "print(f'{1}')\nclass A:\n    def f(self):\n        return jax.\n\n\n"
            "    def g(self):\n        return f'{2}'\n",
            4,
            20,
            "syntax error: invalid syntax",
        ),
    ],
)
def test_what_nothing_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, row: int, column: int, words: str
) -> None:
    (tmp_path / "a.py").write_text("import jax\n" + text)
    assert main([str(tmp_path), "--output-format", "concise", "--no-cache"]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert f":{row + 1}:{column}: JOL000 {words}" in line


def test_newer_than_everything_says_what_runs() -> None:
    with pytest.raises(NewerSyntax) as caught:
        parse('t"a" t"b{x}"\n')
    running = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert caught.value.msg == (
        f"Python 3.14 syntax; jaxopt-lint runs on Python {running}, "
        f"and LibCST {libcst.LIBCST_VERSION} cannot read it either"
    )


@pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="this Python reads type parameters; LibCST is not asked"
)
@pytest.mark.parametrize("text", [
    "def f[T](): return " + "(" * 3000 + "1" + ")" * 3000,
    "def f[T](): return " + "-" * 3000 + "1",
    "def f[T](): return " + "x.a" * 1 + ".b" * 3000,
    "def f[T](): return (\n" + "not\n" * 3000 + "1)",
    "f'{" * 3000,
])  # fmt: skip
def test_too_deep_for_anybody(text: str) -> None:
    """LibCST would overflow the stack, or take minutes."""
    with pytest.raises((SyntaxError, RecursionError, MemoryError)):
        parse(text + "\n")


NOISY = 'import jax\nx = "\\s"\nif x is 5: x = 1or 2\nassert (x, "y")\njax.tree_map(f, "\\s")\n'


@pytest.mark.parametrize("new", ["", "type A = int\n"])
@pytest.mark.parametrize("flag", ["default", "error", "always"])
def test_warnings_about_the_code_stay_inside(tmp_path: Path, new: str, flag: str) -> None:
    (tmp_path / "a.py").write_text(NOISY + new)
    twice = (
        "from jaxopt_lint.cli.main import main; "
        "main(['.', '--no-cache']); main(['.', '--no-cache', '--fix'])"
    )
    done = subprocess.run(
        [sys.executable, "-W", flag, "-c", twice], cwd=tmp_path, capture_output=True, text=True
    )
    assert "Warning" not in done.stderr + done.stdout
    assert "JOL000" not in done.stdout and "JOL701" in done.stdout
    assert "jax.tree_util.tree_map" in (tmp_path / "a.py").read_text()


def test_every_parse_is_quiet() -> None:
    """Text of the user is read in one place, `syntax.reading`."""
    for path in sorted((ROOT / "jaxopt_lint").rglob("*.py")):
        if "syntax" in path.parts or "child" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("ast.parse", "compile"):
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                assert path.name in _OWN_TEXT, f"{where} parses: use jaxopt_lint.syntax.reading"


# These read what the program itself wrote: import lines, specs, unparsed expressions.
_OWN_TEXT = {
    "importplaces.py",
    "mesh_of_devices.py",
    "import_lines.py",
    "per_leaf_python_update.py",
    "spec.py",
    "annotations.py",
}
