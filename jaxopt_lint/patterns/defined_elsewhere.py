"""Functions and classes of other files of the project, where it is certain which ones are meant."""

from __future__ import annotations

import ast
from pathlib import PurePath

from jaxopt_lint.semantics.jax.basics import Facts, fact
from jaxopt_lint.semantics.jax.elsewhere import elsewhere, shadowed
from jaxopt_lint.semantics.jax.put_there import put_there
from jaxopt_lint.semantics.python.nodes import root_of


@fact
def defined_elsewhere(
    facts: Facts, node: ast.expr
) -> tuple[Facts, ast.FunctionDef | ast.ClassDef] | None:
    """The function or class that an imported name stands for, with what is known about its file;
    None where its module may be another one of the same name, or where the name is bound there
    more than once, under a condition, or by others."""
    dotted = facts.names.of(node)
    root = root_of(node)
    if not dotted or not isinstance(root, ast.Name):
        return None
    if len(facts.names.binding(root)) != 1:
        return None
    seen: set[str] = set()
    while dotted not in seen and len(seen) < 8:
        seen.add(dotted)
        module, _, name = dotted.rpartition(".")
        if not _is_meant(facts, module) or shadowed(facts, module):
            return None
        home = elsewhere(facts, module)
        bound = home.module.top.bindings.get(name, ()) if home is not None else ()
        if home is None or len(bound) != 1 or "*" in home.module.top.bindings:
            return None
        put = dotted in facts.project.stored or dotted in put_there(facts)
        if put or name in home.module.declared_global:
            return None
        found = bound[0].node
        if bound[0].kind == "import":
            dotted = facts.project.within_root(bound[0].target)
            continue
        if not isinstance(found, (ast.FunctionDef, ast.ClassDef)):
            return None
        return (home, found) if found in home.module.tree.body else None
    return None


def _is_meant(facts: Facts, module: str) -> bool:
    """Whether no other module of the name can be the one that is found: the folder that it is
    imported from holds this file, too."""
    text = facts.project.texts.get(module)
    if text is None or module not in facts.project.near(facts.module.name):
        return False  # what lies further off is not among what findings are worked out anew for
    path = PurePath(text.path)
    folders = path.parents if text.is_package else (path, *path.parents)
    beside = folders[len(module.split("."))] if len(folders) > module.count(".") + 1 else None
    return beside in PurePath(facts.module.path).parents
