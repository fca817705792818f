"""Which names a file takes from JAX that no release has: invented, or of another library.

Said only where it is certain: the module is a public one, all of it was looked into, and the name
gets to the file by one plain import. What the file tests for, guards or assigns is left out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from jaxopt_lint.semantics.jax.api import public
from jaxopt_lint.semantics.jax.api.history import table
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.shims import cover
from jaxopt_lint.semantics.python import last_part, text_of
from jaxopt_lint.semantics.subjects.versions.uses import uses

# Calls that look for an attribute by its name, or set it.
_BY_NAME = {"hasattr", "getattr", "setattr", "delattr", "patch"}
_CLOSE = 0.75  # as difflib counts likeness; `softmaxx` is closer to `softmax` than that
# Where names of the same spelling are looked for, the likelier first.
_FRONTS = (
    "jax", "jax.numpy", "jax.lax", "jax.nn", "jax.random", "jax.tree_util", "jax.sharding",
    "jax.numpy.linalg", "jax.scipy.linalg", "jax.scipy.special", "jax.scipy.stats",
    "jax.nn.initializers", "jax.experimental",
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Unknown:
    """A name that no release of JAX has.

    Attributes:
        node: its first use, or the import that takes it.
        symbol: the dotted name.
        close: a public name that may be meant; empty for none.
        more: how often else the file reads it.
    """

    node: ast.alias | ast.expr
    symbol: str
    close: str
    more: int


@fact
def unknown_names(facts: Facts) -> Mapping[ast.AST, Unknown]:
    """The first use of each name that no release has, or the import that takes it."""
    if any(name.split(".")[0] == "jax" for name in facts.project.exports):
        return {}  # JAX itself, of whatever version
    places: dict[str, list[ast.alias | ast.expr]] = {}
    for node, symbol in _lacking(facts):
        places.setdefault(symbol, []).append(node)
    if not places:
        return {}
    spared = _spared(facts)
    return {
        nodes[0]: Unknown(nodes[0], symbol, _close(symbol, nodes[0], facts), len(nodes) - 1)
        for symbol, nodes in places.items()
        if symbol.rpartition(".")[2] not in spared
        and symbol not in uses(facts).patched
        and symbol not in facts.project.stored
    }


def _lacking(facts: Facts) -> Iterator[tuple[ast.alias | ast.expr, str]]:
    """What is imported or read that no release has; the uses of what is imported left out."""
    known = uses(facts)
    for alias, imported in known.imports.items():
        symbol = _lacks(imported.dotted, facts)
        if symbol and cover(facts.names, alias) is None and not _for_tools(facts, alias):
            yield alias, symbol
    for node in known.paths:
        chain = [node]
        while isinstance(chain[-1], ast.Attribute):
            chain.append(chain[-1].value)
        root = chain.pop()
        bindings = facts.names.binding(root) if isinstance(root, ast.Name) else []
        targets = {b.target if b.kind == "import" else "" for b in bindings}
        target = targets.pop() if len(targets) == 1 else ""
        if not target or _lacks(target, facts):
            continue
        # As it is spelled: two names of one object are in different modules.
        read = [part.attr for part in reversed(chain) if isinstance(part, ast.Attribute)]
        symbol = _lacks(".".join([target, *read]), facts)
        if symbol and cover(facts.names, node) is None:
            length = symbol.count(".") - target.count(".")
            yield chain[-length], symbol


def _for_tools(facts: Facts, alias: ast.AST) -> bool:
    """Whether an import never runs: it stands under `if TYPE_CHECKING`."""
    return any(
        isinstance(around, ast.If)
        and (facts.names.of(around.test) or "").rpartition(".")[2] == "TYPE_CHECKING"
        for around in facts.module.ancestors(alias)
    )


def _lacks(dotted: str, facts: Facts) -> str:
    """The shortest part of a dotted name that no release has; empty where all of it may exist."""
    symbol = public.never(dotted.removesuffix(".*"), facts.min_jax, facts.target_jax)
    if symbol and any(row == symbol or row.startswith(symbol + ".") for row in table().names):
        return ""
    return symbol


def _spared(facts: Facts) -> set[str]:
    """Names that the file asks for, or sets, as strings."""
    calls = [c for c in facts.module.all(ast.Call) if last_part(c.func) in _BY_NAME]
    texts = [text for c in calls for a in c.args if (text := text_of(a)) is not None]
    return {text.rpartition(".")[2] for text in texts}


def _close(symbol: str, node: ast.AST, facts: Facts) -> str:
    """A name of another library that the file reads elsewhere, a public name of the same spelling,
    or one of the same module that is spelled alike; what is called is no module."""
    module, _, name = symbol.rpartition(".")
    oldest, newest = facts.min_jax, facts.target_jax
    around = facts.module.parent.get(node)
    called = isinstance(around, ast.Call) and around.func is node
    for read in facts.module.attributes(name) if called else ():
        if not (facts.names.of(read) or "jax.").startswith("jax."):
            return facts.module.source(read)

    def lives(dotted: str) -> bool:
        change = table().name(dotted)
        return change is None or not (change.gone(newest) or change.warns(newest))

    for front in _FRONTS:
        if name in public.names_of(front, oldest, newest) and lives(f"{front}.{name}"):
            return f"{front}.{name}"
    for near in get_close_matches(name, public.names_of(module, oldest, newest), cutoff=_CLOSE):
        if lives(f"{module}.{near}") and not (called and public.is_module(f"{module}.{near}")):
            return f"{module}.{near}"
    return ""
