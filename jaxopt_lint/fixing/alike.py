"""Two versions of a file that are one program, whatever they are run on.

They differ in the names of objects and of keywords alone, of which the installed packages say
whether they are the same ones; and in waits for results, which have a value when they are waited
for and are what they were afterwards.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from jaxopt_lint.fixing.waiting import is_bound_before, names_in
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.verify.one_object import Use

_WAIT = "jax.block_until_ready"
_DOTTED = (ast.Name, ast.Attribute)


@dataclass
class Alike:
    """How two versions of one program differ.

    Attributes:
        names: pairs of dotted names, which have to be one object each.
        uses: calls under other names or with other keywords, which have to come to the same.
        waits: whether one of them waits for results.
    """

    names: set[tuple[str, str]] = field(default_factory=set)
    uses: set[Use] = field(default_factory=set)
    waits: bool = False

    @property
    def needed(self) -> list[tuple[str, str]]:
        """The pairs, with what waits, which has to be there as well."""
        return sorted(self.names) + [(_WAIT, _WAIT)] * self.waits

    @property
    def words(self) -> str:
        """It in words, for people."""
        said = [f"`{old}` is `{new}`" for old, new in sorted(self.names)]
        said += dict.fromkeys(one.words for one in sorted(self.uses))
        said += ["what is waited for has a value there"] if self.waits else []
        return f"same program: {', '.join(said)}"


def alike(before: Facts, after: Facts) -> Alike | None:
    """How the versions of a file differ, if in names, keywords and waits alone; None where they
    differ in anything else."""
    found = _Comparison(before, after)
    same = found.blocks(before.module.tree.body, after.module.tree.body)
    how = found.how
    return how if same and (how.names or how.uses or how.waits) else None


class _Comparison:
    def __init__(self, before: Facts, after: Facts) -> None:
        self.before, self.after = before, after
        self.how = Alike()
        # What is called with one function and no more.
        self.decorators = {
            id(one)
            for node in ast.walk(before.module.tree)
            for one in getattr(node, "decorator_list", ())
        }

    def blocks(self, old: Sequence[ast.stmt], new: Sequence[ast.stmt]) -> bool:
        """Whether two blocks do the same, imports of JAX left out."""
        ones = [one for one in old if not _is_of_jax(one)]
        others = [one for one in new if not _is_of_jax(one)]
        place = 0
        for other in others:
            if place < len(ones) and self._nodes(ones[place], other):
                place += 1
            elif not self._waits_for_known(other):
                return False
        return place == len(ones)

    def _waits_for_known(self, statement: ast.stmt) -> bool:
        """Whether a new statement waits for what the statement before it has bound."""
        waited = self._waited(statement)
        names = list(names_in(waited)) if waited is not None else []
        if not names:
            return False
        bound = is_bound_before(self.after.module, statement, set(names))
        self.how.waits |= bound
        return bound

    def _waited(self, statement: ast.AST) -> ast.expr | None:
        """What a statement waits for, if it does nothing else."""
        match statement:
            case ast.Expr(ast.Call(func, [waited], [])) if not isinstance(waited, ast.Starred):
                return waited if self.after.names.of(func) == _WAIT else None
        return None

    def _nodes(self, old: ast.AST, new: ast.AST) -> bool:
        """Whether two nodes stand for the same; what differs is noted on the way."""
        how = self.how
        kept = set(how.names), set(how.uses), how.waits
        same = self._same(old, new)
        if not same:
            how.names, how.uses, how.waits = kept
        return same

    def _same(self, old: ast.AST, new: ast.AST) -> bool:
        if isinstance(old, _DOTTED) and isinstance(new, _DOTTED):
            return self._same_names(old, new)
        if isinstance(old, ast.Expr) and isinstance(old.value, ast.Call):
            waited = self._waited(new)
            if waited is not None and self._waited_before(old) is None:
                self.how.waits = True
                return self._same(old.value, waited)
        if isinstance(old, ast.Call) and isinstance(new, ast.Call):
            use = self._use(old, new)
            if use is not None:  # the arguments come in the same order, by position or not
                self.how.uses.add(use)
                return all(map(self._same, _given(old, use), _given(new, use)))
        if type(old) is not type(new):
            return False
        return all(self._parts(mine, getattr(new, name)) for name, mine in ast.iter_fields(old))

    def _use(self, old: ast.Call, new: ast.Call) -> Use | None:
        """Two calls of JAX with as many arguments each, of which a name or a keyword differs; what
        decorates by `functools.partial` is called with one function."""
        ones, others = list(old.args), list(new.args)
        first, second = old.func, new.func
        both = {self.before.names.of(first), self.after.names.of(second)}
        if both == {"functools.partial"} and id(old) in self.decorators and ones and others:
            first, second = ones[0], others[0]
        decorates = first is not old.func
        was, now = self._called(self.before, first), self._called(self.after, second)
        names = [tuple(k.arg for k in x.keywords if k.arg is not None) for x in (old, new)]
        plain = not any(isinstance(one, ast.Starred) for one in (*ones, *others))
        if not was or not now or not plain or (was == now and names[0] == names[1]):
            return None
        if [len(old.keywords), len(new.keywords)] != [*map(len, names)]:
            return None
        if len(ones) + len(names[0]) != len(others) + len(names[1]):
            return None
        counts = len(ones), len(others)
        return Use(was, now, counts, names[0], names[1], decorates=decorates)

    def _called(self, facts: Facts, node: ast.expr) -> str:
        """The dotted name in JAX of what is called, as the file has it; "" for anything else."""
        name = _spelt(facts, node) or facts.names.of(node) or ""
        return name if isinstance(node, _DOTTED) and name.startswith("jax.") else ""

    def _parts(self, mine: object, theirs: object) -> bool:
        if isinstance(mine, list) and isinstance(theirs, list):
            if mine and isinstance(mine[0], ast.stmt):
                return self.blocks(mine, theirs)
            return len(mine) == len(theirs) and all(map(self._parts, mine, theirs))
        if isinstance(mine, ast.AST) and isinstance(theirs, ast.AST):
            return self._same(mine, theirs)
        return type(mine) is type(theirs) and mine == theirs

    def _waited_before(self, statement: ast.Expr) -> ast.expr | None:
        match statement.value:
            case ast.Call(func, [waited], []) if self.before.names.of(func) == _WAIT:
                return waited
        return None

    def _same_names(self, old: ast.Name | ast.Attribute, new: ast.Name | ast.Attribute) -> bool:
        one = self.before.names.of(old) if isinstance(old.ctx, ast.Load) else None
        other = self.after.names.of(new) if isinstance(new.ctx, ast.Load) else None
        if ast.dump(old) == ast.dump(new) and one == other:
            return True
        if one is not None and other is not None:
            # Even where these are other names of one thing, this JAX may lack one of them.
            first, second = _spelt(self.before, old) or one, _spelt(self.after, new) or other
            if not (first.startswith("jax.") and second.startswith("jax.")):
                return False
            self.how.names.add((first, second))
            return True
        if isinstance(old, ast.Attribute) and isinstance(new, ast.Attribute):
            return one == other and old.attr == new.attr and self._same(old.value, new.value)
        return False


def _given(call: ast.Call, use: Use) -> list[ast.expr]:
    """The arguments of a call, without the function that `functools.partial` gets."""
    args = call.args[1:] if use.decorates else call.args
    return [*args, *(one.value for one in call.keywords)]


def _is_of_jax(statement: ast.stmt) -> bool:
    """Whether a statement does nothing but to import parts of JAX by their names."""
    if isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*":
        return False
    if isinstance(statement, ast.ImportFrom):
        return not statement.level and (statement.module or "").partition(".")[0] == "jax"
    return isinstance(statement, ast.Import) and all(
        alias.name.partition(".")[0] == "jax" for alias in statement.names
    )


def _spelt(facts: Facts, node: ast.expr) -> str | None:
    """The dotted name as the file has it, with no other spellings looked up."""
    if isinstance(node, ast.Attribute):
        base = _spelt(facts, node.value)
        return f"{base}.{node.attr}" if base is not None else None
    binding = facts.names.only_binding(node)
    return binding.target if binding is not None and binding.kind == "import" else None
