"""Arrows point downwards: a module imports from storeys below its own and from its own room.

The table in docs/design.md is made from `STOREYS`, by `scripts/docs`.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from jaxopt_lint.dev.storeys import BEHIND, LEAVES_MAY_USE, SIBLINGS, STOREYS, level, room

ROOT = Path(__file__).parent.parent
# What runs in other processes, on another path.
ELSEWHERE = ("verify.child", "observe.child", "observe.hook")


def dotted(path: Path) -> str:
    """The module that a file of the package is, without `jaxopt_lint.`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts if parts[0] in ("rules", "codemods") else parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def files() -> dict[str, Path]:
    found = [p for d in ("jaxopt_lint", "rules", "codemods") for p in (ROOT / d).rglob("*.py")]
    return {dotted(path): path for path in sorted(found)}


FILES = files()
OURS = {m: p for m, p in FILES.items() if not m.startswith(ELSEWHERE)}


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """What a file imports, wherever and for whatever, by whole dotted names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                yield node.lineno, f"{node.module}.{alias.name}"
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name


def inside(module: str) -> set[str]:
    """The modules of the package that a module imports."""
    out = set()
    for _, name in imports(OURS[module]):
        if name.startswith("jaxopt_lint."):
            name = name.removeprefix("jaxopt_lint.")
            out.add(name if name in FILES else name.rpartition(".")[0])
    return {name for name in out if name in FILES and name != module}


def test_every_module_has_a_storey() -> None:
    rooms = {room(module) for module in FILES if module}
    assert all(level(name) >= 0 for name in rooms)
    stated = {name for storey in STOREYS for name in storey.rooms}
    assert stated <= rooms, "the table names a room that is not there"


@pytest.mark.parametrize("module", OURS)
def test_imports_point_downwards(module: str) -> None:
    mine = room(module)
    for name in inside(module):
        theirs = room(name)
        if theirs == mine or not theirs:
            continue
        assert theirs not in ("rules", "codemods"), f"{module} imports the leaf {name}"
        if mine in ("rules", "codemods"):
            assert theirs.startswith(LEAVES_MAY_USE), f"{module} (a leaf) imports {name}"
        assert level(theirs) < level(mine) or (mine, theirs) in SIBLINGS, (
            f"{module} imports {name}, which is not on a storey below"
        )


def test_no_leaf_is_imported_as_top_level() -> None:
    for module, path in OURS.items():
        for row, name in imports(path):
            assert not name.startswith(("rules", "codemods")), f"{module}:{row} imports {name}"


def test_pairs_of_siblings_are_used_and_go_in_no_circle() -> None:
    used = {(room(m), room(n)) for m in OURS for n in inside(m)}
    assert used >= SIBLINGS, f"nobody needs {SIBLINGS - used}"
    edges: dict[str, set[str]] = {}
    for one, other in SIBLINGS:
        edges.setdefault(one, set()).add(other)
    assert not circles(edges)


def test_modules_import_each_other_in_no_circle() -> None:
    assert not circles({module: inside(module) & OURS.keys() for module in OURS})


def circles(edges: dict[str, set[str]]) -> list[str]:
    """What is left when whatever imports nothing that is left is taken away, again and again."""
    left = {node: set(targets) for node, targets in edges.items()}
    while True:
        done = {node for node, targets in left.items() if not targets & left.keys()}
        if not done:
            return sorted(left)
        left = {node: targets for node, targets in left.items() if node not in done}


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["a", "b", "c"]
    assert not circles({"a": {"b", "c"}, "b": {"c"}, "c": set()})


def test_python_has_no_word_of_jax() -> None:
    for module, path in OURS.items():
        if room(module) == "semantics.python":
            text = path.read_text(encoding="utf-8").replace("jaxopt_lint", "")
            assert "jax" not in text.lower(), module


def test_only_child_processes_import_jax() -> None:
    for module, path in OURS.items():
        for row, name in imports(path):
            assert name.split(".")[0] not in BEHIND, f"{module}:{row} imports {name}"
