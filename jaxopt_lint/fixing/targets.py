"""What a change is judged on: the functions whose definitions differ, and code outside of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.syntax.reading import parse
from jaxopt_lint.verify.inputs.standing import is_main

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_BLOCKS = ("body", "orelse", "finalbody")


@dataclass(frozen=True)
class Changed:
    """What differs between two versions of a file.

    Attributes:
        functions: qualified names of the functions, methods and function-valued names of the
            module and of its classes; what is nested in a function belongs to it.
        statements: whether other code of the module differs, new names and imports left out.
    """

    functions: list[str]
    statements: bool


@dataclass
class _Held:
    """What a file holds.

    Attributes:
        definitions: by name, several of one name in their order.
        rest: other statements, each with the name that it does nothing but bind.
    """

    definitions: dict[str, list[str]] = field(default_factory=dict)
    rest: list[tuple[str, str]] = field(default_factory=list)

    def define(self, name: str, node: ast.AST) -> None:
        """Add a definition."""
        self.definitions.setdefault(name, []).append(ast.dump(node))


def changed(old: Module, new_text: str) -> Changed:
    """What a change of a file's text is judged on."""
    new = parse(new_text).tree
    before, after = _Held(), _Held()
    _gather(old.tree.body, "", _functions(old.tree), before)
    _gather(new.body, "", _functions(new), after)
    shared = [name for name in before.definitions if name in after.definitions]
    functions = [n for n in shared if before.definitions[n] != after.definitions[n]]
    known = {name for name, _ in before.rest}
    rest = [(name, text) for name, text in after.rest if not name or name in known]
    return Changed(functions, before.rest != rest)


def _functions(tree: ast.Module) -> set[str]:
    """The names that are called or defined as functions."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS):
            found.add(node.name)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found.add(node.func.id)
    return found


def _gather(body: Sequence[ast.stmt], outer: str, functions: set[str], out: _Held) -> None:
    for statement in body:
        if isinstance(statement, FUNCTIONS):
            out.define(outer + statement.name, statement)
        elif isinstance(statement, ast.ClassDef):
            head = [*statement.bases, *statement.keywords, *statement.decorator_list]
            out.rest.append(("", f"class {outer}{statement.name} {[*map(ast.dump, head)]}"))
            _gather(statement.body, f"{outer}{statement.name}.", functions, out)
        elif isinstance(statement, (ast.Import, ast.ImportFrom)):
            continue
        elif is_main(statement):  # what is bound there cannot be imported
            out.rest.append(("", ast.dump(statement)))
        elif not outer and (blocks := [*_blocks(statement)]):
            own = [ast.dump(one) for one in ast.iter_child_nodes(statement) if _is_head(one)]
            out.rest.append(("", f"{type(statement).__name__} {own}"))
            for block in blocks:
                _gather(block, outer, functions, out)
        else:
            name = _assigned(statement)
            if name and not outer and _makes_function(statement, name, functions):
                out.define(name, statement)
            else:
                out.rest.append((outer + name if name else "", ast.dump(statement)))


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        if getattr(statement, name, None):
            yield getattr(statement, name)
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body


def _is_head(node: ast.AST) -> bool:
    """Whether a part of a compound statement stands in its header."""
    return isinstance(node, (ast.expr, ast.withitem))


def _assigned(statement: ast.stmt) -> str:
    """The name that a statement binds, if it does nothing else."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return ""
    target = statement.targets[0]
    return target.id if isinstance(target, ast.Name) else ""


def _makes_function(statement: ast.stmt, name: str, functions: set[str]) -> bool:
    """Whether a statement is such as `step = jax.jit(_step)`."""
    value = getattr(statement, "value", None)
    if not isinstance(value, ast.Call):
        return False
    given = {one.id for one in value.args if isinstance(one, ast.Name)}
    return name in functions or not given.isdisjoint(functions)
