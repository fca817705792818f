"""What things are called lowers a confidence at most, by `jaxopt_lint/semantics/jax/words.py`.

docs/words.md is made from that file, by `scripts/docs`.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from jaxopt_lint.dev import wordlist
from jaxopt_lint.semantics.jax.words import Role

ROOT = Path(__file__).parent.parent
ROOMS = ("jaxopt_lint/semantics", "jaxopt_lint/patterns", "rules", "codemods")
OWN = "jaxopt_lint/semantics/jax/words.py"
# Patterns with letters that say nothing about what the user's things are called, with the reason.
ALLOWED = {
    ("rules/checked_error_dropped.py", "_LETS_GO"): "what a docstring says of errors",
    ("jaxopt_lint/semantics/jax/summary.py", "_DIRECT"): "names of libraries, before parsing",
    ("jaxopt_lint/semantics/jax/summary.py", "_X64"): "an option of JAX",
    ("jaxopt_lint/semantics/jax/summary.py", "_IMPORT"): "import lines, before parsing",
    ("jaxopt_lint/semantics/jax/summary.py", "_TAKEN"): "import lines, before parsing",
    ("jaxopt_lint/semantics/jax/api/xla_flags.py", "_FLAG"): "flags of XLA",
    ("codemods/drop_xla_flags.py", "_FLAG"): "flags of XLA",
    ("jaxopt_lint/semantics/jax/definitions.py", "_BY_TEXT"): "names of Python's own",
    ("jaxopt_lint/semantics/jax/definitions.py", "_BY_NAME"): "names of Python's own",
    ("jaxopt_lint/semantics/jax/prose.py", "_SHAPED"): "what code looks like in prose",
    ("jaxopt_lint/semantics/jax/prose.py", "_SET_OFF"): "how notes set code off",
    ("jaxopt_lint/semantics/jax/prose.py", "_FILE"): "files of Python",
    ("jaxopt_lint/semantics/jax/retired.py", "_SAID"): "how documentation says deprecated",
    ("jaxopt_lint/semantics/jax/api/history.py", "_WARNED"): "sentences of our own table",
}
TAKES = {"compile", "search", "match", "fullmatch", "findall", "finditer", "sub", "subn", "split"}
# What letters of a pattern are syntax: escapes, ranges, groups and flags.
SYNTAX = re.compile(r"\\[a-zA-Z]|\[[^\]]*\w-\w[^\]]*\]|\(\?[aiLmsux]+\)|\(\?P<\w+>")


def has_letters(pattern: str) -> bool:
    return re.search("[a-zA-Z]", SYNTAX.sub("", pattern)) is not None


def named(tree: ast.Module) -> dict[ast.AST, str]:
    """The top-level name that each node of an assignment, function or class stands under."""
    out: dict[ast.AST, str] = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            name = statement.target.id
        else:
            name = getattr(statement, "name", "")
        out |= dict.fromkeys(ast.walk(statement), name)
    return out


def worded(text: str) -> Iterator[tuple[str, int]]:
    """The places of a source that give `re` a pattern with letters: name around it, line."""
    tree = ast.parse(text)
    modules = {"re"}
    functions: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {a.asname for a in node.names if a.name == "re" and a.asname}
        elif isinstance(node, ast.ImportFrom) and node.module == "re":
            functions |= {a.asname or a.name for a in node.names if a.name in TAKES}
    around = named(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        func = node.func
        of_module = (
            isinstance(func, ast.Attribute)
            and func.attr in TAKES
            and isinstance(func.value, ast.Name)
            and func.value.id in modules
        )
        if not (of_module or (isinstance(func, ast.Name) and func.id in functions)):
            continue
        given = [*node.args[:1], *(k.value for k in node.keywords if k.arg == "pattern")]
        for part in (p for g in given for p in ast.walk(g)):
            if isinstance(part, ast.Constant) and isinstance(part.value, (str, bytes)):
                value = part.value
                if has_letters(value.decode() if isinstance(value, bytes) else value):
                    yield around[node], node.lineno
                    break


def places() -> Iterator[tuple[str, str, int]]:
    """The files, names and lines at which a pattern with letters stands outside of its file."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            file = path.relative_to(ROOT).as_posix()
            if file != OWN:
                for name, line in worded(path.read_text(encoding="utf-8")):
                    yield file, name, line


def test_no_pattern_of_names_stands_elsewhere() -> None:
    found = list(places())
    strange = [
        f"{file}:{line}: {name}" for file, name, line in found if (file, name) not in ALLOWED
    ]
    assert not strange, f"to {OWN}, or to ALLOWED with a reason: {strange}"
    assert set(ALLOWED) == {(file, name) for file, name, _ in found}


@pytest.mark.parametrize(
    "text",
    [
        'import re\n_X = re.compile(r"train_\\w+")',
        'import re\ndef _x(name):\n    return re.match("_*(init|make)", name)',
        'from re import search as find\ndef _x(name):\n    return find("loss", name)',
        'import re as r\n_X = r.compile(pattern=rb"loss")',
        'import re\ndef _x(name, wrt):\n    return re.search(rf"d_{wrt}", name)',
    ],
)
def test_patterns_with_words_are_seen(text: str) -> None:
    assert [name for name, _ in worded(text)] in (["_X"], ["_x"])


@pytest.mark.parametrize(
    "text",
    [
        'import re\n_X = re.compile(r"[^\\r\\n]*(?:\\r\\n|\\n)|[^\\r\\n]+\\Z")',
        'import re\n_X = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")',
        'import re\ndef _x(name, text):\n    return re.search(rf"\\b{re.escape(name)}\\b", text)',
    ],
)
def test_syntax_is_no_word(text: str) -> None:
    assert not list(worded(text))


ROLES = wordlist.roles()


def test_roles_are_told_apart() -> None:
    assert all(name == role.name.upper().replace("-", "_") for name, role in ROLES.items())
    twice = [p for p, n in Counter((r.pattern, r.whole) for r in ROLES.values()).items() if n > 1]
    assert not twice


@pytest.mark.parametrize("role", ROLES.values(), ids=lambda role: role.name)
def test_a_role_means_one_sentence(role: Role) -> None:
    assert re.fullmatch(r"[A-Z][^\n]*[^.\s]\.", role.means)
    assert ". " not in role.means
    assert re.compile(role.pattern)


def test_every_role_is_asked() -> None:
    asked = wordlist.asked_by()
    assert sorted(ROLES) == sorted(name for name, who in asked.items() if who)


def test_a_whole_name_has_to_fit() -> None:
    part = Role("loss", "loss|cost", "It is a loss.")
    whole = Role("loss", "loss|cost", "It is a loss.", whole=True)
    assert part.says("val_loss")
    assert not whole.says("val_loss")
    assert whole.says("cost")
