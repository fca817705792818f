"""Which name an importable thing has at some place in a file, and the import it takes.

`ImportPlan.spell` prefers what the file already imports; `unused_after` finds the imports that a
rewrite left without a reader.
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Container, Iterator
from functools import lru_cache

from jaxopt_lint.finding import Edit, Location
from jaxopt_lint.rewriting.importplaces import joined_text, opens_group, places
from jaxopt_lint.semantics.jax.api.public import is_loaded, is_module, prefixes
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.naming import naming
from jaxopt_lint.semantics.python.fact import fact
from jaxopt_lint.semantics.python.module import Module, physical_lines
from jaxopt_lint.semantics.python.nodes import root_of
from jaxopt_lint.semantics.python.scopes import Binding, Scope
from jaxopt_lint.syntax.reading import expression

# What people call a module when they import it under another name.
_CUSTOM = {"jax.numpy": "jnp", "numpy": "np"}


class ImportPlan:
    """The imports that one rewrite of one file needs."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._wanted: dict[str, str] = {}  # import statement -> name it binds
        self._first_use = len(facts.module.lines) + 1  # the row above which they have to stand

    def spell(self, dotted: str, at: ast.AST) -> str:
        """The text that means `dotted` at a node, where its scope sees the name."""
        best: tuple[int, str] | None = None
        for name, target in self._visible(at):
            full = self.facts.names.canonical(target)
            for prefix in {full, target}:
                if dotted == prefix:
                    candidate = (len(prefix) + 1, name)
                elif dotted.startswith(prefix + ".") and self._reachable(prefix, dotted):
                    candidate = (len(prefix), name + dotted[len(prefix) :])
                else:
                    continue
                if best is None or candidate > best:
                    best = candidate
        if best is not None:
            return best[1]
        beside = self._beside(dotted, at)
        if beside:
            return beside
        self._first_use = min(self._first_use, self._first_row(at))
        return self._add(dotted)

    def edits(self) -> Iterator[Edit]:
        """The insertion of the imports, each among its kind, the rest in one block."""
        if not self._wanted:
            return
        module = self.facts.module
        newline = module.newline
        found = places(module, self._wanted, self._first_use)
        for statement, names in found.joined.items():
            row, end = statement.lineno, len(ast.unparse(statement)) + 1
            yield Edit(Location(row, 1), Location(row, end), joined_text(statement, names))
        insertion = insertion_row(module)
        if found.left:
            if insertion <= len(module.lines) and not _imports_above(module, insertion):
                found.spaced.add(insertion)
            found.before.setdefault(insertion, []).extend(sorted(found.left))
        for row, new in sorted(found.before.items()):
            text = "".join(f"{line}{newline}" for line in new)
            if row in found.spaced:
                text += newline
            if found.left and row == insertion and opens_group(module, row, new):
                text = newline + text
            yield self._insertion(module, row, text, newline)

    def _insertion(self, module: Module, row: int, text: str, newline: str) -> Edit:
        """New lines in front of a row, which may be the one behind the last."""
        lines = module.lines
        if row > len(lines) and lines and not lines[-1].endswith(("\n", "\r")):
            end = Location(row - 1, len(lines[-1]) + 1)
            return Edit(end, end, newline + text)
        return Edit(Location(row, 1), Location(row, 1), text)

    # -----------------------------------------------------------------------------------

    def _visible(self, at: ast.AST) -> Iterator[tuple[str, str]]:
        """Imported names that a node sees: (name, what it is)."""
        module = self.facts.module
        top = module.top
        scope = module.scope.get(at, top)
        around = {at, module.tree, *module.ancestors(at)}
        # The scopes around a node, outermost first: the order in which they are indexed.
        nodes = [*reversed([at, *module.ancestors(at)])]
        holders = [module.scopes[n] for n in nodes if n in module.scopes]
        for holder in holders:
            for name, bindings in _imports_of(self.facts.module, holder):
                if any(b.kind != "import" for b in bindings) or scope.holder(name) is not holder:
                    continue
                if len({b.target for b in bindings}) != 1:
                    continue
                binding = bindings[0]
                if module.parent[binding.node] is not module.tree:  # the file is around all
                    block = module.block_of(binding.node)  # type: ignore[arg-type]
                    if not any(s in around for s in block):
                        continue
                at_once = holder is not top or module.function(at) is None
                if at_once and binding.node.lineno >= getattr(at, "lineno", 1):  # type: ignore[attr-defined]
                    continue
                yield name, binding.target

    def _beside(self, dotted: str, at: ast.AST) -> str:
        """The name as the path that it takes the place of spells it, wherever that one's root was
        imported: `jax.tree.map` for `jax.tree_map` in a file that imports jax under a `try`."""
        root = root_of(at)
        prefix = self.facts.names.of(root) if isinstance(root, ast.Name) else None
        if root is at or prefix is None or not dotted.startswith(prefix + "."):
            return ""
        text = self.facts.module.source(root) + dotted[len(prefix) :]
        return text if self._reachable(prefix, dotted) else ""

    def _reachable(self, prefix: str, dotted: str) -> bool:
        """Whether attribute access from an imported module gets to the thing."""
        if prefix.split(".")[0] != "jax":
            return True
        path = [*prefixes(dotted), dotted]
        modules = [m for m in path if m.startswith(prefix + ".") and is_module(m)]
        return all(is_loaded(m, by=prefix) or m in _imported(self.facts.module) for m in modules)

    def _add(self, dotted: str) -> str:
        module, _, last = dotted.rpartition(".")
        root = dotted.split(".")[0]
        if module in _CUSTOM and self._free(_CUSTOM[module], module):
            self._wanted[f"import {module} as {_CUSTOM[module]}"] = _CUSTOM[module]
            return f"{_CUSTOM[module]}.{last}"
        if (
            root == "jax"
            and (module == "jax" or is_loaded(module, by="jax"))
            and (is_loaded(dotted, by="jax") or not is_module(dotted))
            and self._free("jax", "jax")
        ):
            self._wanted["import jax"] = "jax"
            return dotted
        if not module:
            self._wanted[f"import {dotted}"] = dotted
            return dotted
        name = last
        while not self._free(name, dotted):
            name = f"_{name}"
        if name != last:
            self._wanted[f"from {module} import {last} as {name}"] = name
            return name
        self._wanted[f"from {module} import {last}"] = name
        return name

    def _first_row(self, at: ast.AST) -> int:
        """The row of the top-level statement that holds a node."""
        module = self.facts.module
        node = at
        while module.parent.get(node, module.tree) is not module.tree:
            node = module.parent[node]
        rows = [int(d.lineno) for d in getattr(node, "decorator_list", ())]
        return min([*rows, int(getattr(node, "lineno", 1))])

    def _free(self, name: str, imported: str) -> bool:
        """Whether a new top-level import of a thing by a name changes nobody's meaning."""
        if name in self._wanted.values():
            return True
        if hasattr(builtins, name):
            return False
        taken = naming(self.facts)
        if taken.holders[name]:
            return False
        return not taken.reserved(name) or taken.imports_only(name, imported)


def insertion_row(module: Module) -> int:
    """The row in front of which a new top-level import goes."""
    row = 1
    imported = False
    body = module.tree.body
    for i, statement in enumerate(body):
        docstring = i == 0 and _is_docstring(statement)
        an_import = isinstance(statement, (ast.Import, ast.ImportFrom))
        if not docstring and not an_import:
            break
        imported = imported or an_import
        end = statement.end_lineno or statement.lineno
        if i + 1 == len(body) or body[i + 1].lineno > end:  # nothing else on the line
            row = end + 1
    if row > 1 and not imported and row <= len(module.lines) and not module.lines[row - 1].strip():
        row += 1  # the blank line below the docstring stays there
    if row == 1 and module.tree.body:
        # No import and no docstring: below the shebang and the comments that head the file.
        for i, line in enumerate(module.lines):
            if not line.startswith("#"):
                return i + 1
    return row


def unused_after(
    old: Module, new: Module, taken: Container[str] = ()
) -> list[tuple[ast.Import | ast.ImportFrom, ast.alias]]:
    """Top-level imports of `new` that had a reader in `old` and have none now.

    Args:
        taken: the names that other files take from this one.
    """
    if new.is_package:
        return []  # names of an __init__.py are there for others
    before, after = loads(old), loads(new)
    exported = _exported(new)
    out = []
    for statement in new.tree.body:
        if not isinstance(statement, (ast.Import, ast.ImportFrom)):
            continue
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            continue
        for alias in statement.names:
            name = alias.asname or alias.name.split(".")[0]
            if name == "*" or name in exported or name in after or alias.asname == alias.name:
                continue
            if name in taken:
                continue
            if isinstance(statement, ast.Import) and "." in alias.name and not alias.asname:
                others = [b for b in new.top.bindings.get(name, ()) if b.node is not statement]
                if others:
                    continue
            if name in before:
                out.append((statement, alias))
    return out


def without_aliases(
    module: Module, gone: list[tuple[ast.Import | ast.ImportFrom, ast.alias]]
) -> list[Edit]:
    """The edits that drop imported names, and whole statements that import nothing else."""
    import libcst as cst

    out = []
    by_statement: dict[ast.Import | ast.ImportFrom, list[ast.alias]] = {}
    for statement, alias in gone:
        by_statement.setdefault(statement, []).append(alias)
    for statement, aliases in by_statement.items():
        first, last = statement.lineno, statement.end_lineno or statement.lineno
        text = "".join(module.lines[first - 1 : last])
        kept = [a for a in statement.names if a not in aliases]
        if ";" in text.split("#")[0] or "F401" in text:  # kept on purpose, for others
            continue
        if not kept:
            out.append(Edit(Location(first, 1), Location(last + 1, 1), _told(text, "")))
            continue
        tree = cst.parse_module(text)
        line = tree.body[0]
        assert isinstance(line, cst.SimpleStatementLine)
        imported = line.body[0]
        if not isinstance(imported, (cst.Import, cst.ImportFrom)):
            continue  # `lazy import` of Python 3.15
        assert not isinstance(imported.names, cst.ImportStar)
        dropped = {(a.name, a.asname) for a in aliases}
        names = [n for n in imported.names if (n.evaluated_name, n.evaluated_alias) not in dropped]
        if not (isinstance(imported, cst.ImportFrom) and imported.lpar is not None):
            names[-1] = names[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
        new = tree.with_deep_changes(imported, names=names).code
        out.append(Edit(Location(first, 1), Location(last + 1, 1), _told(text, new) + new))
    return out


def _told(text: str, new: str) -> str:
    """The comments of an import that are not in what is left of it, on lines of their own.

    What a tool is told about the import goes with it, what a reader is told stays.
    """
    lines = [line for line in physical_lines(text) if "#" in line]
    lost = [line[line.index("#") :].rstrip("\r\n") for line in lines]
    lost = [c for c in lost if c not in new and "noqa" not in c and "type:" not in c]
    newline = "\r\n" if text.endswith("\r\n") else "\n"
    return "".join(f"{comment}{newline}" for comment in lost)


def loads(module: Module) -> set[str]:
    """Names that are read anywhere, in annotations written as strings too."""
    return set(reads(module))


def reads(module: Module) -> Counter[str]:
    """How often each name is read, in annotations written as strings too."""
    found = Counter(node.id for node in module.all(ast.Name) if not isinstance(node.ctx, ast.Store))
    for node in module.all(ast.Constant):
        value = node.value
        if isinstance(value, str) and value.isprintable() and len(value) < 200:
            found.update(_names_in(value))
    return found


@fact
def _imports_of(module: Module, holder: Scope) -> list[tuple[str, list[Binding]]]:
    """The names of a scope that an import binds."""
    return [
        (name, bindings)
        for name, bindings in holder.bindings.items()
        if any(b.kind == "import" for b in bindings)
    ]


@fact
def _imported(module: Module) -> set[str]:
    """Modules that plain imports at the top of the file load."""
    return {
        loaded
        for statement in module.tree.body
        if isinstance(statement, ast.Import)
        for alias in statement.names
        for loaded in (*prefixes(alias.name), alias.name)
    }


@lru_cache(maxsize=4096)
def _names_in(text: str) -> frozenset[str]:
    """The names in a string that may be an annotation; a sentence has none."""
    try:
        tree = expression(text.strip())
    except (SyntaxError, ValueError):
        return frozenset()
    return frozenset(n.id for n in ast.walk(tree) if isinstance(n, ast.Name))


def _exported(module: Module) -> set[str]:
    names: set[str] = set()
    for binding in module.top.bindings.get("__all__", ()):
        node = binding.node
        value = getattr(node, "value", None)
        if isinstance(value, (ast.List, ast.Tuple)):
            names |= {
                e.value
                for e in value.elts
                if isinstance(e, ast.Constant) and isinstance(e.value, str)
            }
    return names


def _is_docstring(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _imports_above(module: Module, row: int) -> bool:
    return any(
        isinstance(s, (ast.Import, ast.ImportFrom)) and s.lineno < row for s in module.tree.body
    )


__all__ = ["Binding", "ImportPlan", "insertion_row", "loads", "unused_after", "without_aliases"]
