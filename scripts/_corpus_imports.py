"""Writing imports in other ways: by their whole path, piece by piece, and under another name.

A name is left alone where anything else in the file binds it, where an f-string or a quoted
annotation has it, and where `__all__` lists it. Imports in functions, in `try` and in `if` stay.
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from _corpus_lines import Line, Original, Respelled, Span, bindings, first_row, last_row

# Modules of which every name is there after `import MODULE`; others load some only when asked.
WHOLE = {
    "jax", "jax.numpy", "jax.lax", "jax.random", "jax.tree_util", "jax.nn", "jax.sharding",
    "functools", "numpy", "optax", "equinox", "haiku", "chex", "time", "flax.linen", "flax.nnx",
    "flax.struct", "flax.training.train_state",
}  # fmt: skip
SUBMODULES = {"flax.linen", "flax.nnx", "flax.struct", "flax.training.train_state"}
TAKEN_APART = {"jax", "functools", "optax", "time"}


@dataclass(frozen=True)
class Bound:
    """A name that an import statement binds, and what it stands for."""

    name: str
    path: str
    alias: ast.alias
    statement: ast.Import | ast.ImportFrom

    @property
    def module(self) -> str:
        """The module that has to be imported for the path."""
        if isinstance(self.statement, ast.Import) or self.path in SUBMODULES:
            return self.path
        return self.path.rpartition(".")[0]


class Imports:
    """The imports of a file that can be written in another way."""

    def __init__(self, original: Original) -> None:
        self.original = original
        self.taken = Counter(bindings(original.tree))
        self.kept = set(_spoken_of(original.tree))
        self.bound = list(self._bound())
        self.statements = {b.statement: None for b in self.bound}
        self.parents = {
            child: node for node in ast.walk(original.tree) for child in ast.iter_child_nodes(node)
        }

    def _bound(self) -> Iterator[Bound]:
        found = []
        for statement in self.original.tree.body:
            if isinstance(statement, ast.Import):
                for alias in statement.names:
                    path = alias.name if alias.asname else alias.name.partition(".")[0]
                    found.append(Bound(alias.asname or path, path, alias, statement))
            elif isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
                for alias in statement.names:
                    path = f"{statement.module}.{alias.name}"
                    found.append(Bound(alias.asname or alias.name, path, alias, statement))
        self.roots = {b.path for b in found if b.name == b.path}
        alike = Counter((b.name, b.path) for b in found)
        for b in found:
            whole = self.taken[b.name] == alike[b.name, b.path]
            if whole and b.name not in self.kept and self.original.alone([b.statement]):
                yield b

    def uses(self, name: str) -> list[ast.Name]:
        return [n for n in ast.walk(self.original.tree) if isinstance(n, ast.Name) and n.id == name]

    def free(self, name: str) -> bool:
        """Whether nothing in the file has a name."""
        return not self.taken[name] and name not in self.kept and not hasattr(builtins, name)

    def replaced(self, node: ast.expr, new: str) -> Span | None:
        return self.original.span(node, new)

    def written(
        self, variant: str, spans: list[Span], instead: dict[ast.alias, str],
    ) -> Respelled:  # fmt: skip
        """The file with other import statements.

        Args:
            instead: statements that take the place of some imported names.
        """
        lines = self.original.numbered(spans)
        for statement in sorted(self.statements, key=first_row, reverse=True):
            gone = [alias for alias in statement.names if alias in instead]
            if not gone:
                continue
            new = list(dict.fromkeys(instead[alias] for alias in gone))
            left = [alias for alias in statement.names if alias not in instead]
            if left:
                rest = (
                    ast.Import(left)
                    if isinstance(statement, ast.Import)
                    else ast.ImportFrom(statement.module, left, statement.level)
                )
                new.append(ast.unparse(ast.fix_missing_locations(rest)))
            start, end = first_row(statement), last_row(statement)
            rows = tuple(range(start, end + 1))
            lines[start - 1 : end] = [Line(text, rows) for text in new]
        return Respelled({"": lines}, len(instead), variant)


def whole_paths(original: Original) -> Respelled:
    """`jnp.sum` becomes `jax.numpy.sum`, and `jit` becomes `jax.jit`."""
    imports = Imports(original)
    spans: list[Span] = []
    instead = {}
    for bound in imports.bound:
        top = bound.path.partition(".")[0]
        known = bound.module in WHOLE or bound.path in WHOLE
        clear = imports.free(top) or top in imports.roots
        if bound.name == bound.path or not known or not clear:
            continue
        new = [imports.replaced(use, bound.path) for use in imports.uses(bound.name)]
        if all(new):
            spans += [span for span in new if span]
            instead[bound.alias] = f"import {bound.module}"
    return imports.written("whole paths", spans, instead)


def pieces(original: Original) -> Respelled:
    """`jax.jit` becomes `jit`, and `import jax.numpy as jnp` becomes `from jax import ...`."""
    imports = Imports(original)
    spans: list[Span] = []
    instead = {}
    for bound in imports.bound:
        if not isinstance(bound.statement, ast.Import):
            continue
        package, _, module = bound.path.rpartition(".")
        if package and bound.path in WHOLE:
            instead[bound.alias] = f"from {package} import {module} as {bound.name}"
        elif bound.path in TAKEN_APART and bound.alias.name == bound.path:
            wanted = [imports.parents[use] for use in imports.uses(bound.name)]
            chosen = [
                use for use in wanted
                if isinstance(use, ast.Attribute) and imports.free(use.attr)
                and original.span(use, "")
            ]  # fmt: skip
            names = sorted({use.attr for use in chosen})
            if not names or len({use.attr for use in chosen} & set(names)) != len(names):
                continue
            spans += [s for use in chosen if (s := original.span(use, use.attr))]
            kept = f"; import {ast.unparse(bound.alias)}" * (len(chosen) != len(wanted))
            instead[bound.alias] = f"from {bound.path} import {', '.join(names)}{kept}"
    return imports.written("pieces", spans, instead)


def aliases(original: Original) -> Respelled:
    """Everything imported gets another name."""
    imports = Imports(original)
    spans: list[Span] = []
    instead = {}
    for bound in imports.bound:
        new = f"{bound.name}_0"
        if (bound.module not in WHOLE and bound.path not in WHOLE) or not imports.free(new):
            continue
        if isinstance(bound.statement, ast.Import) and bound.alias.name != bound.path:
            continue  # `import a.b` has no other name for `a`
        alike = [b for b in imports.bound if b.name == bound.name]
        if len(alike) > 1:
            continue
        found = [imports.replaced(use, new) for use in imports.uses(bound.name)]
        if all(found):
            spans += [span for span in found if span]
            of = bound.statement.module if isinstance(bound.statement, ast.ImportFrom) else None
            start = f"from {of} " if of else ""
            instead[bound.alias] = f"{start}import {bound.alias.name} as {new}"
    return imports.written("aliases", spans, instead)


def _spoken_of(tree: ast.Module) -> Iterator[str]:
    """Names in strings that the language or a library reads as code, and in f-strings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):  # whose parts older Pythons do not place
            yield from (n.id for n in ast.walk(node) if isinstance(n, ast.Name))
            continue
        read: list[ast.expr | None] = []
        if isinstance(node, ast.arg):
            read = [node.annotation]
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            read = [node.returns]
        elif isinstance(node, ast.AnnAssign):
            read = [node.annotation]
        elif isinstance(node, ast.Assign) and "__all__" in ast.unparse(node.targets[0]):
            read = [node.value]
        for expression in filter(None, read):
            for part in ast.walk(expression):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield from "".join(c if c.isidentifier() or c.isdigit() else " "
                                       for c in part.value).split()  # fmt: skip
