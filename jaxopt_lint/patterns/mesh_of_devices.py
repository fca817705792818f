"""The mesh of all devices that takes the place of what `jax.pmap` made of itself: made once, in
front of what first needs it, by a name on which all fixes of a file agree."""

from __future__ import annotations

import ast
from typing import Any

import libcst as cst

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.patterns import pmap_data_parallel as pmaps
from jaxopt_lint.semantics.jax.excerpt import first_free
from jaxopt_lint.semantics.jax.naming import naming
from jaxopt_lint.semantics.python import Scope, layout

BLANK = cst.EmptyLine(indent=False)


def mesh_of_devices(
    codemod: Codemod[Any], options: pmaps.Options, at: ast.stmt
) -> tuple[str, str | None]:
    """The name of the mesh of all devices, and the statement that makes it if none does."""
    axis = options.axis or '"devices"'
    if options.axis == '""':
        codemod.refuse("its axis name is empty")
    make = codemod.spelled("jax.make_mesh", at)
    count = codemod.spelled("jax.device_count", at)
    kind = codemod.spelled("jax.sharding.AxisType", at)
    devices = options.devices
    many = f"len({devices})" if devices else f"{count}()"
    parts = [f"({many},)", f"({axis},)", f"axis_types=({kind}.Auto,)"]
    parts += [f"devices={devices}"] if devices else []
    text = layout.call(make, parts, used=at.col_offset + 7)
    known = _known(codemod, at, ast.dump(ast.parse(text, mode="eval").body))
    if known:
        return known, None
    if codemod.module.function(at) is None:
        codemod.assume("nothing sets JAX up after this file is imported, as the mesh starts it")
    # Fixes of one file are worked out independently: what they add has to agree.
    axes = pmaps.axes(codemod.facts)
    word = "".join(c if c.isalnum() else "_" for c in axis.strip("'\"")).lower()
    wish = "mesh" if len(axes) == 1 and not devices else f"{word}_mesh"
    name = name_for(codemod, wish, at, text)
    made = f"{name} = {text}\n"
    first = axes.get(options.axis)
    top = codemod.module.function(at) is None and not devices
    if top and first is not None and first is not at:
        if not behind_previous(codemod, first, made):
            codemod.insert_before(first, [made])
        return name, None
    return name, made


def _known(codemod: Codemod[Any], at: ast.stmt, dumped: str) -> str:
    """The name of what is made by the same call further up."""
    scope: Scope | None = codemod.module.scope[at]
    while scope is not None:
        for name, bindings in scope.bindings.items():
            value = bindings[0].value if len(bindings) == 1 else None
            if (
                isinstance(value, ast.Call)
                and value.lineno < at.lineno
                and ast.dump(value) == dumped
            ):
                return name
        scope = scope.parent
    return ""


def behind_previous(codemod: Codemod[Any], at: ast.stmt, made: str) -> bool:
    """Put the mesh behind the statement in front, so that `at` keeps its comments."""
    block = codemod.module.block_of(at)
    index = block.index(at)
    if not index:
        return False
    imports = isinstance(block[index - 1], ast.Import | ast.ImportFrom)
    if imports and any(True for _ in codemod.surgeon.imports.edits()):
        return False  # the new imports go to the same place
    line = cst.parse_statement(made)
    assert isinstance(line, cst.SimpleStatementLine)
    lead = gap(codemod, at)[:1] if imports else gap(codemod, at)
    codemod.insert_after(block[index - 1], [line.with_changes(leading_lines=lead)])
    return True


def gap(codemod: Codemod[Any], at: ast.stmt) -> list[cst.EmptyLine]:
    """The blank lines in front of a definition at a statement."""
    return [BLANK] * (2 if codemod.module.function(at) is None else 1)


def name_for(codemod: Codemod[Any], name: str, at: ast.stmt, meaning: str = "") -> str:
    """A name that is free, or that another rewrite binds to the very same thing."""
    taken = naming(codemod.facts)

    def given(candidate: str) -> bool:
        agreed = bool(meaning) and taken.agreed(candidate, meaning)
        return taken.holders[candidate] > 0 or not (agreed or not taken.reserved(candidate, at))

    return first_free(name, taken=given)
