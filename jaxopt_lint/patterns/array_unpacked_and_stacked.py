"""Keys that are unpacked into a list of one each, of which an array is made again."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.finding import Severity
from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.subjects.looping.readers import Consumer, readers

_FEW = 16  # keys, where that is known: fewer are not worth a word
_MANY = 64


@dataclass(frozen=True, slots=True, eq=False)
class UnpackedKeys:
    """A list of keys that is only made an array again.

    Attributes:
        node: the statement that unpacks.
        targets: what the keys in front go to.
        name: the list.
        count: how many keys there are in all; None if that is not known.
        staged: why the code around is traced; None where nothing says so.
        of_data: there is a key for each row of something.
        stacks: the calls that make an array of the list.
    """

    node: ast.Assign
    targets: tuple[ast.expr, ...]
    name: str
    count: int | None
    staged: str | None
    of_data: bool
    stacks: tuple[ast.Call, ...]

    @property
    def severity(self) -> Severity | None:
        """How much it matters; None for as much as usual: there certainly are many."""
        many = self.of_data if self.count is None else self.count >= _MANY
        return None if many else Severity.INFO


def unpacked_keys(facts: Facts, node: ast.Assign) -> UnpackedKeys | None:
    """The keys that a statement unpacks for nothing; None where it does not, or somebody needs
    the list."""
    match node:
        case ast.Assign([ast.Tuple(targets)], ast.Call(_, [_, size], []) as split):
            pass
        case _:
            return None
    if facts.names.call(split) != "jax.random.split":
        return None
    *front, last = targets
    if not isinstance(last, ast.Starred) or not isinstance(last.value, ast.Name):
        return None
    name = last.value.id
    if not all(isinstance(one, ast.Name) and one.id != name for one in front):
        return None
    count = static_int(facts, size)
    if count is not None and count < _FEW:
        return facts.doubt(node, "it unpacks {} keys", count)
    found = tuple(readers(facts, node, name))
    stacks = [one.node for one in found if _whole(one)]
    if not stacks or any(one.kind != "len" and not _whole(one) for one in found):
        return facts.doubt(node, "the list `{}` is used as a list", last.value)
    calls = tuple(one for one in stacks if isinstance(one, ast.Call))
    staged = tracing(facts).staged(facts.module.function(node))
    return UnpackedKeys(node, tuple(front), name, count, staged, _of_data(facts, size), calls)


def _whole(one: Consumer) -> bool:
    """Whether somebody makes an array of the list as it is, and nothing else."""
    if one.kind not in ("stack", "array") or not isinstance(one.node, ast.Call):
        return False
    return len(one.node.args) == 1 and not one.node.keywords


def _of_data(facts: Facts, size: ast.expr) -> bool:
    """Whether a number is worked out from how long something is: `len(xs) + 1`."""
    parts = [n for n in ast.walk(size) if isinstance(n, (ast.Name, ast.Call, ast.Attribute))]
    values = [facts.names.value(n) if isinstance(n, ast.Name) else n for n in parts]
    return any(
        (isinstance(n, ast.Call) and facts.names.is_builtin(n.func, "len"))
        or (isinstance(n, ast.Attribute) and n.attr == "shape")
        for value in values
        if value is not None
        for n in ast.walk(value)
    )
