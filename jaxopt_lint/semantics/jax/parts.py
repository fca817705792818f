"""What each part of a file speaks of (`units.py`)."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator

from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.calls import FOREIGN
from jaxopt_lint.semantics.jax.definitions import (
    Defined,
    asks_by_name,
    hanging_on,
    inner_rows,
    is_plain,
    takes_by_text,
    tracked_methods,
)
from jaxopt_lint.semantics.jax.demos import asks_for_main
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.handing import handing
from jaxopt_lint.semantics.jax.prose import files_in, named_in
from jaxopt_lint.semantics.jax.units import MAIN, MOST, Unit, Units
from jaxopt_lint.semantics.python import DEFINITIONS, Definition, Module, root_of
from jaxopt_lint.semantics.python.nodes import last_part, rows_of

_LONGEST = 60
_BUILTIN = frozenset(dir(builtins))
# Calls at the top of a module that only set something up for those who import it.
_SETTING_UP = ("jax.config.", "jax.tree_util.register_", "logging.", "matplotlib.", "os.environ.",
               "os.path.", "os.putenv", "sys.path.", "warnings.", "absl.", "functools.", "typing.",
               "numpy.set_printoptions", "collections.", "enum.", "pathlib.")  # fmt: skip
# What brings in modules, and files, that no import names: those of a folder, those of a name.
_LOADERS = ("exec_module", "spec_from_file", "run_path", "iter_modules", "walk_packages",
            "load_source")  # fmt: skip
_NAMED = ("import_module", "__import__", "run_module")
_FOLDERS = ("listdir", "glob", "iterdir", "scandir", "os.walk")


def units_of(facts: Facts) -> Units:
    """The parts of a file."""
    module = facts.module
    out = Units({"": Unit()})
    out.is_open = takes_by_text(facts)
    out.asks = any(word in module.text for word in _NAMED)
    out.loads = out.asks and not _takes_names(module)
    out.loads |= any(word in module.text for word in (*_LOADERS, *_FOLDERS * out.asks))
    rows = _parts_by_row(facts, out)
    dead = _left_before(module)
    for name in module.all(ast.Name):
        if isinstance(name.ctx, ast.Load) and name.lineno not in dead:
            _note_name(module, name, out.parts[rows.get(name.lineno, "")])
    for attribute in module.all(ast.Attribute):
        if attribute.lineno not in dead:
            _note_attribute(module, attribute, out.parts[rows.get(attribute.lineno, "")])
    for name in module.named("dict"):  # what is looked up later may be spoken of there
        call = module.parent.get(name)
        if isinstance(call, ast.Call) and call.func is name:
            words = [k.arg for k in call.keywords if k.arg]
            out.parts[rows.get(call.lineno, "")].words.update(words)
    for text in module.all(ast.Constant):
        if isinstance(text.value, str) and not isinstance(module.parent.get(text), ast.Expr):
            apart = isinstance(module.parent.get(text), ast.Attribute)  # `"a b".split()`
            named = {w for w in named_in(text.value, apart) if len(w) < _LONGEST}
            out.parts[rows.get(text.lineno, "")].words |= named
            out.texts |= named
            if "." in text.value:
                out.files |= files_in(text.value)
    for node in module.all(ast.Import, ast.ImportFrom):
        _note_import(module, node, out.parts[rows.get(node.lineno, "")], out)
    out.handing = handing(facts)
    out.works = any(_works(facts, statement, binding=False) for statement in module.tree.body)
    out.makes = any(_works(facts, statement, binding=True) for statement in module.tree.body)
    return out


def _left_before(module: Module) -> frozenset[int]:
    """The rows of statements that their block is left before; what they speak of, nobody does."""
    out: set[int] = set()
    for leaving in module.all(ast.Return, ast.Raise):
        block = module.block_of(leaving)
        for statement in block[block.index(leaving) + 1 :]:
            out.update(rows_of(statement))
    return frozenset(out)


def _takes_names(module: Module) -> bool:
    """Whether whole names are handed to what brings in modules by their names."""
    for call in module.all(ast.Call):
        if last_part(call.func) in _NAMED:
            name = call.args[0] if call.args else None
            if isinstance(name, ast.Name):
                holder = module.holder(name)
                bound = holder.bindings.get(name.id, ()) if holder is not None else ()
                if [b.kind for b in bound] == ["param"]:
                    continue
            if not isinstance(name, ast.Constant):
                return False
    return True


def _parts_by_row(facts: Facts, out: Units) -> dict[int, str]:
    """The part that each row belongs to, but for those of the file itself."""
    rows: dict[int, str] = {}

    def add(name: str, block: Iterable[ast.stmt], asked: bool) -> None:
        out.parts[name] = Unit(asked=asked)
        for row in inner_rows(block):
            rows[row] = name

    def number(name: str, function: Defined, method: bool) -> None:
        if isinstance(function, DEFINITIONS) and (takes := _takes(function, method)) is not None:
            out.takes[name] = takes

    for node in facts.module.tree.body:
        if isinstance(node, Defined) and "\n" in (ast.get_docstring(node, clean=False) or ""):
            out.explained.add(node.name)
        if isinstance(node, ast.If) and asks_for_main(node.test):
            add(MAIN, node.body, asked=False)
        elif isinstance(node, ast.ClassDef):
            out.bases[node.name] = [*_bases(facts, node)]
            methods = [f for f in node.body if isinstance(f, DEFINITIONS)]
            tracked = tracked_methods(facts, node)
            above = hanging_on(facts, node)
            if above is not None and not asks_by_name(facts):
                out.hangs[node.name] = [*above]
            whole = [s for f in methods if f not in tracked for s in f.body]
            add(node.name, whole, is_plain(facts, node, method=False))
            for method in tracked:
                asked = is_plain(facts, method, method=True)
                add(f"{node.name}.{method.name}", method.body, asked)
                number(f"{node.name}.{method.name}", method, True)
        elif isinstance(node, DEFINITIONS):
            add(node.name, node.body, is_plain(facts, node, method=False))
            number(node.name, node, False)
        elif (other := _other_name(facts.module, node)) is not None:
            add(other, [node], asked=True)
    return rows


def _other_name(module: Module, statement: ast.stmt) -> str | None:
    """What a statement gives as a further name to something that has one: `Block = nets.Block`."""
    match statement:
        case ast.Assign([ast.Name(name)], ast.Name() | ast.Attribute() as value):
            root = root_of(value)
            named = module.top.bindings.get(root.id, ()) if isinstance(root, ast.Name) else ()
            plain = bool(named) and all(b.kind in ("import", "class", "def") for b in named)
            if plain and len(module.top.bindings.get(name, ())) == 1:
                return name
    return None


def _bases(facts: Facts, owner: ast.ClassDef) -> Iterator[str]:
    """What may be above a class, dotted as far as it is known."""
    for node in facts.module.inside(ast.Name, *owner.bases):
        if any(b.kind == "class" for b in facts.names.binding(node)):
            yield f"{facts.module.name}.{node.id}"
        elif name := facts.names.of(node):
            yield name
    for attribute in facts.module.inside(ast.Attribute, *owner.bases):
        yield facts.names.of(attribute) or attribute.attr


def _note_name(module: Module, name: ast.Name, unit: Unit) -> None:
    holder = module.holder(name)
    if holder is None:
        if name.id not in _BUILTIN or "*" in module.top.bindings:
            unit.bare.add(name.id)  # that comes by a star
        return
    for binding in holder.bindings.get(name.id, ()):
        if binding.kind == "import":
            unit.taken.add(binding.target + _all_of(module, name))
        elif holder is module.top:
            unit.own.add(name.id)
    if holder is module.top and "*" in module.top.bindings:
        unit.bare.add(name.id)


def _note_attribute(module: Module, attribute: ast.Attribute, unit: Unit) -> None:
    if not isinstance(attribute.ctx, ast.Load):
        return
    root = root_of(attribute)
    holder = module.holder(root) if isinstance(root, ast.Name) else None
    bindings = holder.bindings.get(root.id, []) if holder and isinstance(root, ast.Name) else []
    targets = [b.target for b in bindings if b.kind == "import"]
    if not targets or len(targets) < len(bindings):
        owner = _own_class(module, attribute.value)
        if owner is not None:
            unit.selves.add((owner.name, attribute.attr))
        elif (arguments := _arguments(module, attribute)) is not None:
            unit.calls.add((attribute.attr, arguments))
        else:
            unit.words.add(attribute.attr)
    for target in targets:
        if not f"{target}.".startswith(FOREIGN):
            unit.taken.add(f"{target}.{_path(attribute)}{_all_of(module, attribute)}")


def _arguments(module: Module, attribute: ast.Attribute) -> int | None:
    """How many arguments a method gets; None where it is not called at once, or maybe by way of a
    class, that gets the object besides."""
    call, root = module.parent.get(attribute), root_of(attribute.value)
    if not isinstance(call, ast.Call) or call.func is not attribute:
        return None
    if not isinstance(root, ast.Name):
        return None
    holder = module.holder(root)
    if holder is None or holder is module.top or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    if any(b.kind in ("class", "import") for b in holder.bindings.get(root.id, ())):
        return None
    if any(k.arg is None for k in call.keywords):
        return None
    arguments = len(call.args) + len(call.keywords)
    return arguments if arguments <= MOST else None


def _takes(function: Definition, method: bool) -> tuple[int, int] | None:
    """How many arguments a function takes at least and at most, besides its object."""
    given = function.args
    if function.decorator_list or given.vararg or given.kwarg:
        return None
    most = len(given.posonlyargs) + len(given.args) + len(given.kwonlyargs) - method
    least = most - len(given.defaults) - sum(d is not None for d in given.kw_defaults)
    return max(least, 0), most


def _own_class(module: Module, value: ast.expr) -> ast.ClassDef | None:
    """The class at the top of a file of whose own object, or of whose bases, something is asked."""
    match value:
        case ast.Name(name):
            holder = module.holder(value)
            method = holder.node if holder is not None else None
            if holder is None or len(holder.bindings.get(name, ())) != 1:
                return None
            if not isinstance(method, DEFINITIONS) or [a.arg for a in method.args.args[:1]] != [
                name
            ]:
                return None
            if any(getattr(d, "id", "") == "staticmethod" for d in method.decorator_list):
                return None
            owner = module.class_of(method)
        case ast.Call(ast.Name("super")):
            owner = module.owner(value)
        case _:
            return None
    return owner if owner is not None and module.parent[owner] is module.tree else None


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


def _note_import(module: Module, node: ast.Import | ast.ImportFrom, unit: Unit, out: Units) -> None:
    if isinstance(node, ast.Import):
        unit.imports.update(alias.name for alias in node.names)
        out.given += [alias.name for alias in node.names if module.is_package]
        return
    home = module.import_target(node.module, node.level)
    if home.partition(".")[0] in ("jax", "numpy", "flax", "optax"):
        return
    unit.imports.add(home)
    listed = {t for b in module.top.bindings.get("__all__", ()) for t in _texts(b.value)}
    for alias in node.names:
        unit.imports.add(f"{home}.{alias.name}")
        bound = alias.asname or alias.name
        if module.is_package:
            out.given.append(f"{home}.{alias.name}")
        if bound == "*":
            continue
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
