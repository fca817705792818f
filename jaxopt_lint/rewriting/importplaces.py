"""Where a new top-level import goes: next to its kind, in the order that the file keeps.

An import joins the imports of its own package if they stand above its first use. A module of the
standard library joins the others of the standard library, or goes in front of the rest.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from jaxopt_lint.semantics.python.fact import fact
from jaxopt_lint.semantics.python.module import Module

_Statement = ast.Import | ast.ImportFrom
WIDTH = 88


@dataclass(slots=True)
class Places:
    """Where the new lines go.

    Attributes:
        before: new lines in front of a row of the file.
        spaced: rows in front of which a blank line follows the new ones.
        joined: names that join those of a statement.
        left: what has no place among the imports.
    """

    before: dict[int, list[str]] = field(default_factory=dict)
    spaced: set[int] = field(default_factory=set)
    joined: dict[ast.ImportFrom, list[str]] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)


def places(module: Module, wanted: Iterable[str], first_use: int) -> Places:
    """The places of imports that are used from some row on."""
    out = Places()
    own = [s for s in _imports(module) if _alone(module, s)]
    above = [s for s in own if _end(s) < first_use and not _future(s)]
    for line in sorted(wanted):
        new = ast.parse(line).body[0]
        assert isinstance(new, _Statement)
        if isinstance(new, ast.ImportFrom) and _join(module, new, above, out):
            continue
        found = _row(module, new, above)
        if found is None:
            out.left.append(line)
            continue
        place, spaced = found
        out.before.setdefault(place, []).append(line)
        if spaced:
            out.spaced.add(place)
    for lines in out.before.values():
        lines.sort(key=lambda line: _plain(ast.parse(line).body[0]))  # type: ignore[arg-type]
    return out


def joined_text(statement: ast.ImportFrom, names: list[str]) -> str:
    """A statement with more names, sorted if it was."""
    old = [ast.unparse(alias) for alias in statement.names]
    if old == sorted(old, key=_name_key):
        together = sorted({*old, *names}, key=_name_key)
    else:
        together = [*old, *names]
    dots = "." * statement.level
    return f"from {dots}{statement.module or ''} import {', '.join(together)}"


def opens_group(module: Module, row: int, new: list[str]) -> bool:
    """Whether imports are the first that are not of the standard library, and a blank line sets
    such a group apart."""
    standard = sys.stdlib_module_names
    if any(_root(ast.parse(line).body[0]) in standard for line in new):  # type: ignore[arg-type]
        return False
    above = [s for s in _imports(module) if s.lineno < row]
    if not above or _end(above[-1]) != row - 1:
        return False
    if any(_root(s) not in standard for s in above if not _future(s)):
        return False
    return row > len(module.lines) or not module.lines[row - 1].strip()


# -----------------------------------------------------------------------------------------


@fact
def _imports(module: Module) -> list[_Statement]:
    """The imports at the top of a file."""
    return [s for s in module.tree.body if isinstance(s, _Statement)]


def _join(module: Module, new: ast.ImportFrom, above: list[_Statement], out: Places) -> bool:
    """Whether a name can join an import of the same module."""
    for statement in above:
        if not isinstance(statement, ast.ImportFrom) or statement.level:
            continue
        if statement.module != new.module or statement.lineno != statement.end_lineno:
            continue
        line = module.lines[statement.lineno - 1].rstrip()
        if line != ast.unparse(statement) or statement.names[0].name == "*":
            continue  # in parentheses, with a comment, or laid out in another way
        names = [*out.joined.get(statement, ()), ast.unparse(new.names[0])]
        if len(joined_text(statement, names)) <= WIDTH:
            out.joined[statement] = names
            return True
    return False


def _row(module: Module, new: _Statement, above: list[_Statement]) -> tuple[int, bool] | None:
    """The row in front of which an import goes, and whether a blank line follows it."""
    root = _root(new)
    kin = [s for s in above if _root(s) == root]
    standard = root in sys.stdlib_module_names
    if not kin and standard:
        kin = [s for s in above if _root(s) in sys.stdlib_module_names]
    if kin:
        return _among(module, new, _block(kin[-1], above), kin[-1]), False
    if standard and above and (first := above[0]) is _first_statement(module):
        gap = module.lines[first.lineno - 2].strip() if first.lineno > 1 else ""
        if not gap.startswith("#"):
            return first.lineno, True
    return None


def _among(module: Module, new: _Statement, block: list[_Statement], kin: _Statement) -> int:
    """The row of an import in a block: where the order asks for it, else behind its kin."""
    end = _end(kin) + 1
    standard = _root(new) in sys.stdlib_module_names
    same = [s for s in block if (_root(s) in sys.stdlib_module_names) == standard]
    if same != block:
        return end  # other kinds in between
    orders: tuple[Callable[[_Statement], tuple[object, ...]], ...] = (_plain, _by_name)
    for order in orders:
        keys = [order(s) for s in block]
        if keys != sorted(keys):
            continue
        later = [s for s in block if order(s) > order(new)]
        if not later:
            return _end(block[-1]) + 1
        row = later[0].lineno
        if later[0] is block[0] and row > 1 and module.lines[row - 2].strip().startswith("#"):
            return _end(block[0]) + 1  # the comment stays with its own
        return row
    return end


def _block(statement: _Statement, above: list[_Statement]) -> list[_Statement]:
    """The imports that stand row by row around one."""
    at = above.index(statement)
    first, last = at, at
    while first and _end(above[first - 1]) + 1 == above[first].lineno:
        first -= 1
    while last + 1 < len(above) and _end(above[last]) + 1 == above[last + 1].lineno:
        last += 1
    return above[first : last + 1]


def _first_statement(module: Module) -> ast.stmt | None:
    """The first statement behind the docstring and `__future__`."""
    for i, statement in enumerate(module.tree.body):
        docstring = (
            i == 0
            and isinstance(statement, ast.Expr)
            and isinstance(statement.value, ast.Constant)
            and isinstance(statement.value.value, str)
        )
        if not docstring and not (isinstance(statement, _Statement) and _future(statement)):
            return statement
    return None


def _alone(module: Module, statement: _Statement) -> bool:
    """Whether a top-level statement has its lines for itself."""
    body = module.tree.body
    at = body.index(statement)
    before = body[at - 1] if at else None
    after = body[at + 1] if at + 1 < len(body) else None
    return not (
        (before is not None and _end(before) >= statement.lineno)
        or (after is not None and after.lineno <= _end(statement))
    )


def _end(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno


def _future(statement: _Statement) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def _module(statement: _Statement) -> str:
    if isinstance(statement, ast.ImportFrom):
        return "." * statement.level + (statement.module or "")
    return statement.names[0].name


def _root(statement: _Statement) -> str:
    return _module(statement).split(".")[0]


def _plain(statement: _Statement) -> tuple[object, ...]:
    """The order of isort: `import x` first, `from x import y` behind."""
    return (isinstance(statement, ast.ImportFrom), _module(statement).lower(), _first(statement))


def _by_name(statement: _Statement) -> tuple[object, ...]:
    """The order by module names alone."""
    return (_module(statement).lower(), isinstance(statement, ast.ImportFrom), _first(statement))


def _first(statement: _Statement) -> str:
    return statement.names[0].name.lower() if isinstance(statement, ast.ImportFrom) else ""


def _name_key(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest, as isort puts them."""
    bare = name.split(" ")[0]
    kind = 0 if bare.isupper() and len(bare) > 1 else 1 if bare[:1].isupper() else 2
    return kind, name.lower()
