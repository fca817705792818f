"""Names that are taken from a module of the project which has none of them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, fact
from jaxopt_lint.semantics.jax.elsewhere import elsewhere, shadowed
from jaxopt_lint.semantics.jax.expected import raises_meant
from jaxopt_lint.semantics.jax.interface import modules_of

# By these a module may get names that its text does not bind.
_MAKING = ("globals", "exec", "setattr", "vars", "locals")


@dataclass(frozen=True, slots=True)
class Lacking:
    """A name that is not in the module which it is taken from.

    Attributes:
        node: the import, or the attribute.
        name: the name.
        module: the module, dotted.
        path: its file; "" where it is the package that has no module of the name.
    """

    node: ast.Import | ast.ImportFrom | ast.Attribute
    name: str
    module: str
    path: str


@fact
def lacking(facts: Facts) -> tuple[Lacking, ...]:
    """The names and modules that a file takes from its own package, and that are not there."""
    if not facts.project.texts:
        return ()
    return (*_modules(facts), *_names(facts))


@fact
def dead_imports(facts: Facts) -> tuple[Lacking, ...]:
    """The imports at the top of a file that always fail, so that nobody can import the file."""
    return tuple(one for one in lacking(facts) if not isinstance(one.node, ast.Attribute))


def _modules(facts: Facts) -> Iterator[Lacking]:
    """The modules that are imported from a package of the project which does not have them."""
    own = facts.module.name.partition(".")[0]
    for node in facts.module.all(ast.Import, ast.ImportFrom) if facts.project.absent else ():
        if not _unguarded(facts, node):
            continue
        relative = isinstance(node, ast.ImportFrom) and bool(node.level)
        for dotted in modules_of(node, facts.module):
            near = relative or (own and dotted.partition(".")[0] == own)
            gone = next((n for n in _within(dotted) if n in facts.project.absent), "")
            if near and gone:
                package, _, name = gone.rpartition(".")
                yield Lacking(node, name, package, "")
                break


def _within(dotted: str) -> Iterable[str]:
    parts = dotted.split(".")
    return (".".join(parts[:i]) for i in range(2, len(parts) + 1))


def _names(facts: Facts) -> Iterator[Lacking]:
    """The names that are taken from modules of the project that do not have them."""
    modules: set[str] = set()
    for name, bound in facts.module.top.bindings.items():
        for binding in bound:
            node = facts.module.parent.get(binding.node, binding.node)
            node = binding.node if isinstance(binding.node, ast.ImportFrom) else node
            if binding.kind != "import" or not _unguarded(facts, binding.node):
                continue
            if len(bound) == 1 and binding.target in facts.project.texts:
                if not shadowed(facts, binding.target):
                    modules.add(name)
            elif isinstance(node, ast.ImportFrom):
                found = _lacks(facts, binding.target, bool(node.level))
                if found is not None:
                    yield Lacking(node, *found)
    for attribute in facts.module.all(ast.Attribute) if modules else ():
        base = attribute.value
        if not isinstance(base, ast.Name) or base.id not in modules:
            continue
        dotted = facts.names.of(attribute)
        if dotted and isinstance(attribute.ctx, ast.Load) and not raises_meant(facts, attribute):
            found = _lacks(facts, dotted, relative=False)
            if found is not None:
                yield Lacking(attribute, *found)


def _unguarded(facts: Facts, node: ast.AST) -> bool:
    """Whether an import is always made, and nothing waits for its error."""
    plain = (ast.Module, ast.Import, ast.ImportFrom)
    return all(isinstance(around, plain) for around in facts.module.ancestors(node))


def _makes_names(facts: Facts) -> bool:
    """Whether a module may bind names in another way than by its text."""
    asked = any(facts.names.is_builtin(c.func, *_MAKING) for c in facts.module.all(ast.Call))
    return asked or any(
        facts.names.of(node) == "sys.modules" for node in facts.module.attributes("modules")
    )


def _lacks(facts: Facts, dotted: str, relative: bool) -> tuple[str, str, str] | None:
    """The name, the module and its file, where a module that is certainly meant lacks the name."""
    module, _, name = dotted.rpartition(".")
    text = facts.project.texts.get(module)
    if text is None or text.is_package or name == "*" or name.startswith("__"):
        return None
    if dotted in facts.project.texts or dotted in facts.project.stored:
        return None
    package = module.partition(".")[0]
    near = "." in module and package == facts.module.name.partition(".")[0]
    if not relative and not near:
        return None  # another module of this name may be the one that is found
    home = elsewhere(facts, module)
    if home is None or {"*", "__getattr__", name} & home.module.top.bindings.keys():
        return None
    if _makes_names(home):
        return None
    if name in home.module.declared_global or name in facts.project.exports.get(module, ()):
        return None
    return name, module, home.display
