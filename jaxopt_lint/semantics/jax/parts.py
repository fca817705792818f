"""What each part of a file speaks of (`units.py`)."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator

from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.calls import FOREIGN
from jaxopt_lint.semantics.jax.definitions import (
    BY_TEXT,
    inner_rows,
    is_plain,
    tracked_methods,
)
from jaxopt_lint.semantics.jax.demos import asks_for_main
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.handing import handing
from jaxopt_lint.semantics.jax.units import MAIN, Unit, Units
from jaxopt_lint.semantics.python import DEFINITIONS, Module, root_of

_WORD = re.compile(r"[^\W\d]\w*")
_LONGEST = 60
_BUILTIN = frozenset(dir(builtins))
# Calls at the top of a module that only set something up for those who import it.
_SETTING_UP = ("jax.config.", "jax.tree_util.register_", "logging.", "matplotlib.", "os.environ.",
               "os.path.", "os.putenv", "sys.path.", "warnings.", "absl.", "functools.", "typing.",
               "numpy.set_printoptions", "collections.", "enum.", "pathlib.")  # fmt: skip
# What brings in modules, and files, that no import names.
_LOADERS = ("import_module", "__import__", "exec_module", "spec_from_file", "run_path",
            "run_module", "iter_modules", "walk_packages", "load_source")  # fmt: skip


def units_of(facts: Facts) -> Units:
    """The parts of a file."""
    module = facts.module
    out = Units({"": Unit()})
    out.is_open = any(text in module.text for text in BY_TEXT)
    out.loads = any(word in module.text for word in _LOADERS)
    rows = _parts_by_row(facts, out)
    for name in module.all(ast.Name):
        if isinstance(name.ctx, ast.Load):
            _note_name(module, name, out.parts[rows.get(name.lineno, "")])
    for attribute in module.all(ast.Attribute):
        _note_attribute(module, attribute, out.parts[rows.get(attribute.lineno, "")])
    for keyword in module.all(ast.keyword):
        if keyword.arg:
            out.parts[rows.get(keyword.lineno, "")].words.add(keyword.arg)
    for text in module.all(ast.Constant):
        if isinstance(text.value, str) and not isinstance(module.parent.get(text), ast.Expr):
            out.texts.update(w for w in _WORD.findall(text.value) if len(w) < _LONGEST)
    for node in module.all(ast.Import, ast.ImportFrom):
        _note_import(module, node, out.parts[rows.get(node.lineno, "")])
    out.handing = handing(facts)
    out.works = any(_works(facts, statement, binding=False) for statement in module.tree.body)
    out.makes = any(_works(facts, statement, binding=True) for statement in module.tree.body)
    return out


def _parts_by_row(facts: Facts, out: Units) -> dict[int, str]:
    """The part that each row belongs to, but for those of the file itself."""
    rows: dict[int, str] = {}

    def add(name: str, block: Iterable[ast.stmt], asked: bool) -> None:
        out.parts[name] = Unit(asked=asked)
        for row in inner_rows(block):
            rows[row] = name

    for node in facts.module.tree.body:
        if isinstance(node, ast.If) and asks_for_main(node.test):
            add(MAIN, node.body, asked=False)
        elif isinstance(node, ast.ClassDef):
            methods = [f for f in node.body if isinstance(f, DEFINITIONS)]
            tracked = tracked_methods(facts, node)
            whole = [s for f in methods if f not in tracked for s in f.body]
            add(node.name, whole, is_plain(facts, node, method=False))
            for method in tracked:
                asked = is_plain(facts, method, method=True)
                add(f"{node.name}.{method.name}", method.body, asked)
        elif isinstance(node, DEFINITIONS):
            add(node.name, node.body, is_plain(facts, node, method=False))
    return rows


def _note_name(module: Module, name: ast.Name, unit: Unit) -> None:
    holder = module.holder(name)
    if holder is None:
        if name.id not in _BUILTIN or "*" in module.top.bindings:
            unit.words.add(name.id)  # that comes by a star
        return
    for binding in holder.bindings.get(name.id, ()):
        if binding.kind == "import":
            unit.taken.add(binding.target + _all_of(module, name))
        elif holder is module.top:
            unit.own.add(name.id)
    if holder is module.top and "*" in module.top.bindings:
        unit.words.add(name.id)


def _note_attribute(module: Module, attribute: ast.Attribute, unit: Unit) -> None:
    root = root_of(attribute)
    holder = module.holder(root) if isinstance(root, ast.Name) else None
    bindings = holder.bindings.get(root.id, []) if holder and isinstance(root, ast.Name) else []
    targets = [b.target for b in bindings if b.kind == "import"]
    if not targets or len(targets) < len(bindings):
        unit.words.add(attribute.attr)
    for target in targets:
        if not f"{target}.".startswith(FOREIGN):
            unit.taken.add(f"{target}.{_path(attribute)}{_all_of(module, attribute)}")


def _all_of(module: Module, node: ast.expr) -> str:
    """What marks a value of which anything may be asked for later, as `getattr(nets, name)` does of
    a module."""
    match module.parent.get(node):
        case ast.Attribute() | ast.Call(ast.Name("getattr" | "hasattr"), [_, ast.Constant(), *_]):
            return ""
    return ".*"


def _path(attribute: ast.Attribute) -> str:
    """What stands behind the name at which a chain of attributes begins."""
    inner = attribute.value
    return (
        f"{_path(inner)}.{attribute.attr}" if isinstance(inner, ast.Attribute) else attribute.attr
    )


def _note_import(module: Module, node: ast.Import | ast.ImportFrom, unit: Unit) -> None:
    if isinstance(node, ast.Import):
        unit.imports.update(alias.name for alias in node.names)
        return
    home = module.import_target(node.module, node.level)
    if home.partition(".")[0] in ("jax", "numpy", "flax", "optax"):
        return
    unit.imports.add(home)
    listed = {t for b in module.top.bindings.get("__all__", ()) for t in _texts(b.value)}
    for alias in node.names:
        unit.imports.add(f"{home}.{alias.name}")
        bound = alias.asname or alias.name
        if module.is_package or alias.asname == alias.name or bound in listed:
            unit.taken.add(f"{home}.{alias.name}")


def _texts(value: ast.expr | None) -> Iterator[str]:
    for item in value.elts if isinstance(value, (ast.List, ast.Tuple)) else ():
        if isinstance(item, ast.Constant) and isinstance(item.value, str):
            yield item.value


def _works(facts: Facts, statement: ast.stmt, binding: bool) -> bool:
    """Whether a statement at the top of a file does more than set something up.

    Args:
        binding: what only works out what names stand for counts, too.
    """
    if isinstance(statement, (*DEFINITIONS, ast.ClassDef, ast.Import, ast.ImportFrom)):
        return False
    if isinstance(statement, (ast.For, ast.While, ast.With, ast.Assert)):
        return True
    value = getattr(statement, "value", None)
    if isinstance(value, ast.expr) and (binding or isinstance(statement, ast.Expr)):
        names = [facts.names.call(call) or "" for call in facts.module.inside(ast.Call, value)]
        return not all(n.startswith(_SETTING_UP) or n in TRANSFORMS for n in names)
    blocks = [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]
    blocks += [handler.body for handler in getattr(statement, "handlers", ())]
    return any(_works(facts, inner, binding) for block in blocks for inner in block)
