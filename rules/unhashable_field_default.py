"""Fields of dataclasses whose default is an array, or an object without a hash."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.api.random import KEY_MAKERS
from jaxopt_lint.semantics.jax.certain import made_array
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.names import bases_of
from jaxopt_lint.semantics.python import DEFINITIONS, keywords, stored_names

# What makes a class of fields by way of `dataclasses`.
_MAKERS = frozenset(
    {"dataclasses.dataclass", "chex.dataclass", "flax.struct.dataclass",
     "jax_dataclasses.pytree_dataclass", "equinox.internal.dataclass"}
)  # fmt: skip
_FRAMEWORKS = ("linen", "equinox")
_FIELDS = frozenset(
    {"dataclasses.field", "flax.struct.field", "equinox.field", "jax_dataclasses.field"}
)  # fmt: skip
# Functions of NumPy that give an array, and no number of its own, which has a hash.
_OF_NUMPY = frozenset(
    {"array", "asarray", "zeros", "ones", "full", "empty", "eye", "identity", "arange", "linspace"}
)  # fmt: skip
# What makes a class whose objects are compared by their fields, and have no hash for it.
_COMPARING = frozenset(
    {"dataclasses.dataclass", "chex.dataclass", "attr.s", "attr.attrs", "attr.define",
     "attr.mutable", "attrs.define", "attrs.mutable"}
)  # fmt: skip
_HASHED = ("frozen", "eq", "cmp", "order", "hash", "unsafe_hash", "these", None)
_REFUSING = (3, 11)  # the first Python that refuses it
_BOTH = (0, 4, 0)  # what is held to an older JAX hardly meets Python 3.11
_STRICT = (0, 7, 0)  # the first release of JAX that no Python before 3.11 runs


@dataclass(frozen=True, slots=True)
class Refused:
    """A field that `dataclasses` refuses.

    Attributes:
        node: the field.
        owner: its class.
        what: what its default is.
        after: the rows of the others in the file, for the first of them; None for those, since the
            first one already keeps the file from being imported.
    """

    node: ast.AnnAssign
    owner: ast.ClassDef
    what: str
    after: tuple[int, ...] | None


class UnhashableFieldDefault(Rule[Refused]):
    """A field of a dataclass has an array for a default, or another object without a hash.

    ## Why is this bad?
    `dataclasses` takes what has no hash for something that changes, which all objects would share,
    and refuses it: from Python 3.11 on the class raises `ValueError: mutable default ... is not
    allowed`, so that the file cannot be imported. Arrays of JAX and NumPy have no hash, nor have
    random keys, nor objects of a dataclass that is not frozen. Modules of Flax Linen and of
    Equinox, `flax.struct` and `chex` make their classes by `dataclasses`, too. Where an older
    Python takes it, all objects share the one array, which the import has made, and a key gives
    all of them the same numbers.

    ## Example
    ```python
    import jax.numpy as jnp
    from flax import struct


    @struct.dataclass
    class Gains:
        rates: jnp.ndarray = jnp.array([0.5, 0.25])
    ```
    Make it for each object, `struct.field(default_factory=lambda: jnp.array([0.5, 0.25]))`, or let
    the default be a tuple, a number or None. A key is given by who makes the object.

    ## When to keep it
    In a project that stays with Python 3.10, as one does whose instructions speak of it, or that
    stays with a JAX from before 3.11 came: there it is told for information. Named tuples take
    any default.
    """

    code = "JOL860"
    summary = "A field of a dataclass has a default without a hash: Python 3.11 refuses the class"
    severity = Severity.ERROR
    words = ("dataclass", "Module", "PyTreeNode")

    def matches(self) -> Iterator[Refused]:
        found = [
            (field, owner, what)
            for owner in self.facts.module.all(ast.ClassDef)
            if any(isinstance(s, ast.AnnAssign) and s.value is not None for s in owner.body)
            if self._has_fields(owner) and not error_meant(self.facts, owner)
            for field, what in self._refused(owner)
        ]
        rows = [field.lineno for field, _, _ in found]
        for number, one in enumerate(found):
            yield Refused(*one, None if number else tuple(rows[1:]))

    def judge(self, found: Refused) -> None:
        target = self.facts.target_jax
        severity = None if target is None or target >= _STRICT else Severity.WARNING
        python = self.facts.python
        older = python is not None and python < _REFUSING
        if found.after is None or older or (target is not None and target < _BOTH):
            severity = Severity.INFO
        rows = ", ".join(map(str, found.after or ()))
        also = f"; so it is on line {rows}" if rows else ""
        self.report(
            found,
            f"`{self.source(found.node.target)}` of `{found.owner.name}` has {found.what} for its "
            f"default, which has no hash: from Python 3.11 on the class raises ValueError{also}",
            help="make it for each object (`default_factory=lambda: ...`), or let the default "
            "be None, a number or a tuple",
            severity=severity,
        )

    def _has_fields(self, owner: ast.ClassDef) -> bool:
        """Whether `dataclasses` goes through what a class declares."""
        made = [d.func if isinstance(d, ast.Call) else d for d in owner.decorator_list]
        if any(self.facts.names.of(one) in _MAKERS for one in made):
            return True
        if framework_of(self.facts, owner) in _FRAMEWORKS:
            return True
        bases = [dotted for _, dotted in bases_of(self.facts.names, owner)]
        return "flax.struct.PyTreeNode" in bases

    def _refused(self, owner: ast.ClassDef) -> Iterator[tuple[ast.AnnAssign, str]]:
        """The fields of a class that have such a default, with what it is."""
        for statement in owner.body:
            if not isinstance(statement, ast.AnnAssign) or statement.value is None:
                continue
            if "ClassVar" in self.source(statement.annotation):
                continue
            default: ast.expr | None = statement.value
            if self.facts.names.call(default) in _FIELDS:
                default = keywords(default).get("default")  # type: ignore[arg-type]
            what = self._unhashable(default) if default is not None else None
            if what is not None:
                yield statement, what

    def _unhashable(self, default: ast.expr) -> str | None:
        made = self.facts.names.behind(default) or default
        name = self.facts.names.call(made) or ""
        if name in KEY_MAKERS:
            return "a random key"
        module, _, short = name.rpartition(".")
        if (module == "numpy" and short in _OF_NUMPY) or made_array(self.facts, default):
            return "an array"
        return self._compared(made.func) if isinstance(made, ast.Call) else None

    def _compared(self, made_of: ast.expr) -> str | None:
        """What a class of this file makes, where its objects are compared by their fields."""
        binding = self.facts.names.only_binding(made_of)
        owner = binding.node if binding is not None else None
        if not isinstance(owner, ast.ClassDef) or owner.bases:
            return None
        makers = [(d.func, keywords(d)) if isinstance(d, ast.Call) else (d, {})
                  for d in owner.decorator_list]  # fmt: skip
        found = [o for func, o in makers if self.facts.names.of(func) in _COMPARING]
        if len(found) != 1 or any(word in found[0] for word in _HASHED if word):
            return None
        starred = (d for d in owner.decorator_list if isinstance(d, ast.Call))
        if any(k.arg is None for d in starred for k in d.keywords):
            return None
        defined = any(isinstance(s, DEFINITIONS) and s.name == "__hash__" for s in owner.body)
        return None if defined or "__hash__" in stored_names(*owner.body) else (
            f"an object of `{owner.name}`, which is compared by its fields,"
        )  # fmt: skip
