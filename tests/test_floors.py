"""Arrows point downwards: a module imports from floors below its own and from its own folder."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = {
    "links": 0, "finding": 0, "config": 0, "configfile": 0, "configkeys": 0, "jaxversion": 0,
    "requirements": 0, "progress": 0, "severity": 0, "source": 0, "suppressions": 0,
    "leftovers": 0, "secret": 0, "writing": 0,
    "discovery": 0, "edits": 0, "pool": 0, "syntax": 0,
    "semantics": 1, "cachekeys": 2,
    "rule": 2, "codemod": 2, "surgery": 2, "imports": 2, "importline": 2, "importplaces": 2,
    "loopcodemod": 2,
    "arguments": 2, "verify": 2,
    "rules": 3, "codemods": 3,
    "registry": 4, "guards": 4,
    "pieces": 4, "engine": 5, "fixing": 5, "composing": 5, "judging": 5, "comments": 5,
    "baseline": 5, "ignoring": 5, "cache": 4,
    "report": 6, "review": 6, "lsp": 6, "cli": 6, "dev": 6, "__main__": 6,
}  # fmt: skip
LEAVES_MAY_USE = {
    "finding", "rule", "codemod", "surgery", "arguments", "importline", "loopcodemod",
    "semantics", "suppressions",
}  # fmt: skip
# Modules of one floor that build on each other; the floor would otherwise be one big file.
SAME_FLOOR = {
    ("config", "configfile"), ("config", "configkeys"), ("config", "suppressions"),
    ("config", "finding"), ("config", "severity"),
    ("severity", "finding"), ("configkeys", "severity"), ("finding", "links"),
    ("configfile", "config"), ("configfile", "configkeys"), ("requirements", "syntax"),
    ("config", "jaxversion"), ("jaxversion", "requirements"),
    ("configfile", "jaxversion"), ("configkeys", "config"), ("discovery", "config"),
    ("discovery", "source"), ("suppressions", "finding"), ("edits", "finding"),
    ("source", "finding"), ("writing", "source"), ("writing", "leftovers"),
    ("configkeys", "finding"), ("configfile", "finding"),
    ("codemod", "surgery"), ("loopcodemod", "codemod"), ("surgery", "imports"),
    ("importline", "codemod"),
    ("imports", "importplaces"), ("importline", "importplaces"),
    ("fixing", "engine"), ("fixing", "judging"), ("engine", "fixing"), ("engine", "comments"),
    ("guards", "registry"),
    ("fixing", "composing"), ("pieces", "guards"),
    ("cli", "report"), ("cli", "review"), ("review", "report"), ("__main__", "cli"),
    ("review", "cli"), ("dev", "report"),
}  # fmt: skip


def files() -> list[Path]:
    found = []
    for folder in ("jaxopt_lint", "rules", "codemods"):
        found += sorted((ROOT / folder).rglob("*.py"))
    return found


def room(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    if parts[0] in ("rules", "codemods"):
        return parts[0]
    return parts[1].removesuffix(".py")


def imports(path: Path) -> list[tuple[int, str]]:
    out = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{a.name}" for a in node.names]
        elif isinstance(node, ast.Import):
            names = [a.name for a in node.names]
        else:
            continue
        out += [(node.lineno, n) for n in names]
    return out


@pytest.mark.parametrize("path", files(), ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_downwards(path: Path) -> None:
    mine = room(path)
    if mine == "__init__":
        return
    for row, name in imports(path):
        where = f"{path.relative_to(ROOT)}:{row}"
        assert not name.startswith(("rules", "codemods")), f"{where} imports a leaf as top level"
        if not name.startswith("jaxopt_lint.") or "child" in path.parts or "hook" in path.parts:
            continue
        theirs = name.split(".")[1]
        if theirs == mine or theirs in ("__version__", "__init__"):
            continue
        assert theirs not in ("rules", "codemods"), f"{where} imports the leaf {name}"
        if mine in ("rules", "codemods"):
            assert theirs in LEAVES_MAY_USE, f"{where} (a leaf) imports {theirs}"
            continue
        assert mine in FLOORS, f"{mine} has no floor: add it to the table"
        assert theirs in FLOORS, f"{theirs} has no floor: add it to the table"
        below = FLOORS[theirs] < FLOORS[mine]
        assert below or (mine, theirs) in SAME_FLOOR, (
            f"{where} (floor {FLOORS[mine]}) imports {theirs} (floor {FLOORS[theirs]})"
        )


def test_only_child_processes_import_jax() -> None:
    for path in files():
        if "child" in path.parts or "hook" in path.parts:
            continue
        for row, name in imports(path):
            heavy = name.split(".")[0] in ("jax", "numpy", "optax", "jaxlib")
            assert not heavy, f"{path.relative_to(ROOT)}:{row} imports {name}"
