"""Rewrites one name of an import statement; the others stay where they are."""

from __future__ import annotations

import ast
from typing import Any

import libcst as cst

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.rewriting.importplaces import WIDTH, joined_text


def rename_import(
    codemod: Codemod[Any], alias: ast.alias, statement: ast.Import | ast.ImportFrom, new: str
) -> None:
    """Import one name by a statement of its own, `new`, instead of by the one that it is in.

    Raises:
        Refusal: the statement is not alone on its line.
    """
    line = codemod.cst(statement)
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) != 1:
        codemod.refuse("the import shares its line with other statements")
    if not isinstance(line.body[0], cst.Import | cst.ImportFrom):
        codemod.refuse("Python 3.15 syntax: `lazy` imports are left as they are")
    new_line = cst.parse_statement(new)
    assert isinstance(new_line, cst.SimpleStatementLine)
    if len(statement.names) == 1:
        tail = line.trailing_whitespace
        found = _same_module(codemod, statement, new) if tail.comment is None else None
        if found is not None and found[0].lineno == (statement.end_lineno or 0) + 1:
            new_line = cst.ensure_type(cst.parse_statement(found[1]), cst.SimpleStatementLine)
            codemod.remove(found[0])
        new_line = new_line.with_changes(trailing_whitespace=tail)
        codemod.replace_statement(statement, [new_line])
        return
    rest, comment = _without(line, statement.names.index(alias))
    found = _same_module(codemod, statement, new) if comment is None else None
    if found is not None:
        codemod.replace_statement(statement, [rest])
        codemod.replace_statement(found[0], [found[1]])
        return
    if comment is not None:
        space = cst.SimpleWhitespace("  ")
        tail = cst.TrailingWhitespace(space, comment)
        new_line = new_line.with_changes(trailing_whitespace=tail)
    codemod.replace_statement(statement, [rest, new_line])


def _same_module(
    codemod: Codemod[Any], statement: ast.Import | ast.ImportFrom, new: str
) -> tuple[ast.ImportFrom, str] | None:
    """The next statement, if it imports from the module of a new one, and the two in one."""
    module = codemod.facts.module
    block = module.block_of(statement)
    at = block.index(statement) + 1
    after = block[at] if at < len(block) else None
    wanted = ast.parse(new).body[0]
    if not isinstance(after, ast.ImportFrom) or not isinstance(wanted, ast.ImportFrom):
        return None
    plain = module.lines[after.lineno - 1].strip() == ast.unparse(after)
    if not plain or after.level or after.module != wanted.module or after.names[0].name == "*":
        return None
    text = joined_text(after, [ast.unparse(wanted.names[0])])
    return (after, text) if after.col_offset + len(text) <= WIDTH else None


def _without(
    line: cst.SimpleStatementLine, index: int
) -> tuple[cst.SimpleStatementLine, cst.Comment | None]:
    """An import without one of its names, and the comment behind that name."""
    imported = line.body[0]
    assert isinstance(imported, cst.Import | cst.ImportFrom)
    assert not isinstance(imported.names, cst.ImportStar)
    names = list(imported.names)
    gone = names.pop(index)
    comma = gone.comma
    space = comma.whitespace_after if isinstance(comma, cst.Comma) else None
    comment = None
    if isinstance(space, cst.ParenthesizedWhitespace):
        comment = space.first_line.comment
    if index == len(names):
        if not (isinstance(imported, cst.ImportFrom) and imported.lpar):
            names[-1] = names[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
        elif isinstance(comma, cst.Comma) and isinstance(names[-1].comma, cst.Comma):
            # The closing parenthesis stands where it stood.
            last = names[-1].comma.whitespace_after
            if isinstance(space, cst.ParenthesizedWhitespace):
                if isinstance(last, cst.ParenthesizedWhitespace):
                    last = last.with_changes(last_line=space.last_line, indent=space.indent)
                else:
                    last = space.with_changes(first_line=cst.TrailingWhitespace())
                names[-1] = names[-1].with_changes(
                    comma=names[-1].comma.with_changes(whitespace_after=last)
                )
    body = [imported.with_changes(names=names)]
    return line.with_changes(body=body, leading_lines=[]), comment
