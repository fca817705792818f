"""Objects that are made of what they are given, and never change: named tuples, dataclasses."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.machine.annotations import believed_of
from jaxopt_lint.semantics.jax.machine.core import Arguments, Core, Keywords
from jaxopt_lint.semantics.jax.machine.state import Home
from jaxopt_lint.semantics.jax.machine.values import Class, Const, Record, Unknown, Value
from jaxopt_lint.semantics.jax.names import bases_of
from jaxopt_lint.semantics.python.scopes import FunctionNode

# Decorators that make a class of fields; those behind True let nobody assign one.
_MAKERS = {
    "dataclasses.dataclass": False,
    "chex.dataclass": False,
    "flax.struct.dataclass": True,
    "jax_dataclasses.pytree_dataclass": True,
}
# Decorators that leave a class as it is.
_LEAVE = frozenset(
    {"jax.tree_util.register_pytree_node_class", "jax.tree_util.register_dataclass",
     "jax.tree_util.register_static", "typing.final", "typing.runtime_checkable"}
)  # fmt: skip
PAIRED = ("typing.NamedTuple",)  # their fields are items, too
_BASES = ("flax.struct.PyTreeNode", *PAIRED)
_PLAIN = ("typing.Generic", "abc.ABC")
_DEEP = 3  # records in records
_METHODS = ("__init__", "__new__", "__post_init__", "__getattr__", "__setattr__")


@dataclass(frozen=True, slots=True)
class Fields:
    """What the objects of a class are made of.

    Attributes:
        named: the fields in order, each with the file that says so.
        paired: they are items as well.
    """

    named: dict[str, tuple[ast.AnnAssign, Home]]
    paired: bool


class Records(Core):
    """Makes objects that are nothing but their fields."""

    def lineage(self, owner: ast.ClassDef) -> list[tuple[ast.ClassDef, Home]]:
        """A class and those of its bases whose code may be run."""
        raise NotImplementedError

    def abroad(self, dotted: str) -> Value | None:
        """What a dotted name stands for, if it is of another file of the project."""
        raise NotImplementedError

    def fields(self, owner: ast.ClassDef) -> Fields | None:
        """The fields of a class that is nothing else; None for all others."""
        if owner not in self.records:
            self.records[owner] = _fields_of(self.own, self.lineage(owner))
        found: Fields | None = self.records[owner]
        return found

    def recorded(self, owner: ast.ClassDef, args: Arguments, kwargs: Keywords) -> Record | None:
        """A new object of a class that is nothing but its fields; None for all others."""
        known = self.fields(owner)
        if known is None or len(args) > len(known.named):
            return None
        given = {**dict(zip(known.named, args, strict=False)), **kwargs}
        if not known.named.keys() >= set(given):
            return None
        held: list[tuple[str, Value]] = []
        for name, (said, _) in known.named.items():
            value = given.get(name)
            if value is None and isinstance(said.value, ast.Constant):
                value = Const(said.value.value)
            held.append((name, value or Unknown(f"`{name}` is what it is by default")))
        return Record(owner, tuple(held), known.paired)

    def records_said(self, home: Home, function: FunctionNode) -> dict[str, Record]:
        """The parameters of a function that are said to be such objects."""
        args = function.args
        every = (*args.posonlyargs, *args.args, *args.kwonlyargs)
        found = {a.arg: self._said(home, a.annotation, _DEEP) for a in every if a.annotation}
        return {name: record for name, record in found.items() if record is not None}

    def _said(self, home: Home, annotation: ast.expr | None, depth: int) -> Record | None:
        """What an annotation says, if that is an object of fields; these are what is said there."""
        names = home.facts.names
        binding = names.only_binding(annotation)
        owner = binding.node if binding is not None else None
        if binding is not None and binding.kind == "import":
            there = self.abroad(names.of(annotation) or "")
            owner = there.node if isinstance(there, Class) else None
        known = self.fields(owner) if isinstance(owner, ast.ClassDef) and depth else None
        if known is None or not isinstance(owner, ast.ClassDef):
            return None
        held: list[tuple[str, Value]] = []
        for name, (said, where) in known.named.items():
            value = believed_of(where.facts, said.annotation)
            value = value or self._said(where, said.annotation, depth - 1)
            held.append((name, value or Unknown(f"`{name}` is given when the object is made")))
        return Record(owner, tuple(held), known.paired)


def _fields_of(own: Home, lineage: list[tuple[ast.ClassDef, Home]]) -> Fields | None:
    """The fields of a class and its bases; None where it is more, or somebody assigns them."""
    named: dict[str, tuple[ast.AnnAssign, Home]] = {}
    made = frozen = paired = False
    known = [owner for owner, _ in lineage]
    for owner, home in reversed(lineage):
        names = home.facts.names
        for base, dotted in bases_of(names, owner):
            binding = names.only_binding(base)
            if dotted in _BASES:
                made = frozen = True
                paired |= dotted in PAIRED
            elif dotted not in _PLAIN and (binding is None or binding.node not in known):
                return None
        for decorator in owner.decorator_list:
            maker = decorator.func if isinstance(decorator, ast.Call) else decorator
            name = names.of(maker)
            if name == "functools.partial" and isinstance(decorator, ast.Call):
                name = names.of(decorator.args[0]) if decorator.args else None
            if name in _MAKERS:
                made, frozen = True, frozen or _MAKERS[name] or _says_frozen(decorator)
            elif name not in _LEAVE:
                return None
        for statement in owner.body:
            if isinstance(statement, ast.FunctionDef) and statement.name in _METHODS:
                return None
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                if "ClassVar" not in ast.unparse(statement.annotation):
                    named[statement.target.id] = statement, home
    if not made or not named:
        return None
    homes = [own, *(home for _, home in lineage)]
    if not frozen and any(_assigned(home.facts, named) for home in homes):
        return None
    return Fields(named, paired)


def _assigned(facts: Facts, fields: Iterable[str]) -> bool:
    """Whether a file assigns an attribute that is named as one of some fields."""
    return any(
        not isinstance(one.ctx, ast.Load) for name in fields
        for one in facts.module.attributes(name)
    )  # fmt: skip


def _says_frozen(decorator: ast.expr) -> bool:
    given = decorator.keywords if isinstance(decorator, ast.Call) else []
    return any(
        k.arg == "frozen" and isinstance(k.value, ast.Constant) and k.value.value is True
        for k in given
    )
