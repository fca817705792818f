"""Spells names of JAX as they are called today."""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.codemod import Codemod, Precondition, Promise
from jaxopt_lint.patterns.import_lines import rename_import
from jaxopt_lint.patterns.removed_api import Unknown
from jaxopt_lint.semantics.jax.api.history import Change, table, text
from jaxopt_lint.semantics.jax.api.public import is_module, is_there
from jaxopt_lint.semantics.subjects.versions.outdated import Outdated
from jaxopt_lint.semantics.subjects.versions.uses import uses

# Calls whose arguments change with the name: the new name and a keyword or argument to add.
_WITH_ARGUMENT = {
    "jax.random.shuffle": ("jax.random.permutation", "independent=True"),
    "jax.experimental.enable_x64": ("jax.enable_x64", "True"),
    "jax.experimental.disable_x64": ("jax.enable_x64", "False"),
}

_INDEX_MAKERS = (".index", ".index_exp", ".s_")
_IS_JAX, _SINCE, _DROP_IN, _TYPE = _PRECONDITIONS = (
    Precondition("name-is-jax", "The name stands for the thing of JAX that was renamed."),
    Precondition(
        "new-name-is-there",
        "The oldest JAX that the project supports has the new name, "
        "and all that is read through it.",
    ),
    Precondition("drop-in", "The new name takes the same arguments and gives the same."),
    Precondition(
        "only-annotates",
        "Where `jax.Array` takes the place of a class, nothing but an annotation reads it.",
    ),
)


class RenamedApi(Codemod[Outdated | Unknown]):
    """Use the name that JAX has today."""

    promise = Promise.SAME
    preconditions = _PRECONDITIONS

    def rewrite(self, found: Outdated | Unknown) -> None:
        if isinstance(found, Unknown):
            self.refuse("no JAX ever had this name", _DROP_IN)
        node, change = found.node, found.change
        if change.ends_after(self.facts.newest_jax):
            self.refuse("the JAX of this project has the old name")
        if isinstance(node, ast.Constant):
            self.refuse("an option is set by its name in a text", _DROP_IN)
        if isinstance(node, ast.expr) and change.symbol in _WITH_ARGUMENT:
            self._with_argument(node, change)
            return
        if isinstance(node, ast.Attribute) and change.symbol.startswith("jax.ops.index_"):
            self._at(node, change.symbol.rpartition("_")[2])
            return
        if isinstance(node, ast.expr):
            self._rename(node, change)
        elif found.reached:
            for path, moved in found.reached:
                self._rename(path, moved)
            imported = uses(self.facts).imports[node]
            if isinstance(imported.statement, ast.Import) and not node.asname:
                if not self._drop_second(imported.statement):
                    rename_import(self, node, imported.statement, "import jax")
        elif uses(self.facts).imports[node].dotted.startswith(change.symbol + "."):
            self._import_from(node, change)
        else:
            self._import(node, self._successor(change))

    def _rename(self, node: ast.expr, change: Change) -> None:
        new = self._successor(change)
        self._check_rest(node, change, new)
        if new == "jax.Array" and not self._annotates(node):
            self.lower(_TYPE, f"`{self.code(node)}` is used as a value")
        self.replace(node, self.spell(new, at=node))

    # -----------------------------------------------------------------------------------

    def _successor(self, change: Change) -> str:
        oldest = self.facts.oldest_jax
        new = table().successor(change, oldest, self.facts.newest_jax)
        if new and all(part.isidentifier() for part in new.split(".")):
            return new
        if not change.replacement:
            self.refuse(f"`{change.symbol}` has no successor", _DROP_IN)
        if change.rename and (not new or not change.available(oldest)):
            self.refuse(f"JAX {text(oldest)} has no `{change.replacement}` yet", _SINCE)
        self.refuse(
            f"`{change.replacement}` is no drop-in replacement of `{change.symbol}`", _DROP_IN
        )

    def _check_rest(self, node: ast.expr, change: Change, new: str) -> None:
        """A module may live on without the thing that is taken from it."""
        outer = node
        while isinstance(around := self.module.parent[outer], ast.Attribute):
            outer = around
        full = uses(self.facts).paths.get(outer, change.symbol)
        moved = table().name(new + full.removeprefix(change.symbol))
        if full != change.symbol and moved is not None and moved.gone(self.facts.newest_jax):
            self.refuse(f"`{moved.symbol}` is gone as well")
        self._check_there(new + full.removeprefix(change.symbol))

    def _check_there(self, dotted: str) -> None:
        """A module may have moved without everything that was in it."""
        if not is_there(dotted, self.facts.oldest_jax, self.facts.newest_jax):
            self.refuse(f"there is no `{dotted}`", _SINCE)

    def _import(self, alias: ast.alias, new: str) -> None:
        """Rewrite one name of an import statement; the file goes on knowing it as before."""
        found = uses(self.facts).imports[alias]
        statement = found.statement
        for dotted in uses(self.facts).paths.values():
            if dotted.startswith(found.dotted + "."):
                self._check_there(new + dotted.removeprefix(found.dotted))
        if isinstance(statement, ast.Import) and not alias.asname:
            if new != "jax.config" and not is_module(new):
                self.refuse(f"`{new}` is no module", _DROP_IN)
            head = "import jax" if alias.name == "jax.config" else f"import {new}"
            if head == "import jax" and self._drop_second(statement):
                return
        else:
            module, _, last = new.rpartition(".")
            if module.startswith("jax.") and not is_module(module):
                self.refuse(f"`{module}` is no module to import from", _DROP_IN)
            name = last if last == found.local else f"{last} as {found.local}"
            head = f"from {module} import {name}" if module else f"import {name}"
        rename_import(self, alias, statement, head)

    def _import_from(self, alias: ast.alias, change: Change) -> None:
        """Take the names of an import statement from where their module has moved to."""
        statement = uses(self.facts).imports[alias].statement
        new = self._successor(change)
        line = self.cst(statement)
        if not isinstance(statement, ast.ImportFrom) or statement.module is None:
            self.refuse(f"`{change.symbol}` is imported as a whole", _DROP_IN)
        if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1:
            self.refuse("the import shares its line with other statements")
        module = new + statement.module.removeprefix(change.symbol)
        if not is_module(module):
            self.refuse(f"`{module}` is no module to import from", _DROP_IN)
        for one in statement.names:
            self._check_there(module if one.name == "*" else f"{module}.{one.name}")
        old = cst.ensure_type(line.body[0], cst.ImportFrom)
        path = cst.parse_expression(module)
        assert isinstance(path, cst.Name | cst.Attribute)
        self.replace_statement(
            statement, [line.with_changes(body=[old.with_changes(module=path)], leading_lines=[])]
        )

    def _with_argument(self, node: ast.expr, change: Change) -> None:
        new, argument = _WITH_ARGUMENT[change.symbol]
        call = self.module.parent[node]
        if not isinstance(call, ast.Call) or call.func is not node:
            self.refuse(f"`{new}` takes one more argument, and this is no call")
        if not change.available(self.facts.oldest_jax):
            self.refuse(f"JAX {text(self.facts.oldest_jax)} has no `{new}` yet")
        if new == "jax.enable_x64" and (call.args or call.keywords):
            self.refuse(f"`{new}` takes its argument in another way")
        parts = [*map(self.code, call.args), *map(self.code, call.keywords), argument]
        function = self.spelled(new, at=node)
        self.replace(call, f"{function}({', '.join(parts)})")

    def _at(self, node: ast.Attribute, verb: str) -> None:
        """`index_update(x, index[i], y)` to `x.at[i].set(y)`."""
        method = {"update": "set", "mul": "multiply"}.get(verb, verb)
        call = self.module.parent[node]
        if not isinstance(call, ast.Call) or len(call.args) != 3 or call.keywords:
            self.refuse("it is not called with an array, an index and a value")
        array, index, value = call.args
        if isinstance(value, (ast.Yield, ast.YieldFrom)):
            self.refuse("a value comes from outside at this point")
        where = self.code(index)
        maker = self.facts.names.of(index.value) if isinstance(index, ast.Subscript) else None
        if isinstance(index, ast.Subscript) and (maker or "").endswith(_INDEX_MAKERS):
            where = self.code(index.slice)
        self.replace(call, f"{self.operand(array)}.at[{where}].{method}({self.code(value)})")

    def _annotates(self, node: ast.AST) -> bool:
        for child, around in self.module.way_out(node):
            if isinstance(around, ast.arg | ast.AnnAssign) and child is around.annotation:
                return True
            if isinstance(around, ast.FunctionDef | ast.AsyncFunctionDef):
                return child is around.returns
            if isinstance(around, ast.stmt):
                return False
        return False

    def _drop_second(self, statement: ast.Import) -> bool:
        """Drop an import of which nothing is left, where the file imports `jax` anyway."""
        imports = (i for i in uses(self.facts).imports.values() if i.dotted == "jax")
        plain = any(isinstance(i.statement, ast.Import) and not i.alias.asname for i in imports)
        line = self.module.lines[statement.lineno - 1]
        if not plain or len(statement.names) > 1 or "#" in line or ";" in line:
            return False
        self.remove(statement)
        return True
