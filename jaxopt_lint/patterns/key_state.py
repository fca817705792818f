"""What is known in the middle of a run through a scope: which key a name is, how it was used."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import Module, all_names, paired, root_of, stored_names
from jaxopt_lint.semantics.subjects.keys.uses import KeyUse

# A key: its text, and the numbers of the last bindings of what it is made of.
Version = tuple[str, tuple[int, ...]]
_USING_UP = ("sample", "split", "call", "layer")  # kinds of uses
# A branch, and the name of the arm that is taken.
Guard = tuple[ast.AST, str]


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A use of a key as the run met it.

    Attributes:
        use: the use.
        guards: the branches that it stands in.
        time: when the run met it.
        through: whether the scope comes by here depends on these branches alone.
    """

    use: KeyUse
    guards: tuple[Guard, ...]
    time: int
    through: bool

    @property
    def certain(self) -> bool:
        """Whether the scope always comes by here, once."""
        return self.through and not branches(self.guards)

    @property
    def uses_up(self) -> bool:
        """Whether the key is certainly drawn from, split, or given to what does so."""
        return self.certain and self.use.kind in _USING_UP


@dataclass(slots=True)
class State:
    """Bindings and uses, up to one point of the run.

    Attributes:
        skipped: names and attributes that other functions may rebind: never followed.
        bound: when each name or attribute was bound last.
        alias: names that stand for a key which has a text of its own.
        uses: the uses of each key.
    """

    skipped: frozenset[str]
    bound: dict[str, int] = field(default_factory=dict)
    alias: dict[str, Version] = field(default_factory=dict)
    uses: dict[Version, tuple[Seen, ...]] = field(default_factory=dict)
    clock: Iterator[int] = field(default_factory=lambda: count(1))

    def copy(self) -> State:
        return State(self.skipped, dict(self.bound), dict(self.alias), dict(self.uses), self.clock)

    def tick(self) -> int:
        """The time, which goes on."""
        return next(self.clock)

    # -- bindings -----------------------------------------------------------------------

    def assign(self, target: ast.expr, value: ast.expr) -> None:
        """`target = value`; a name for a key is another name for the same key."""
        for item, version in [(t, self.version(v)) for t, v in paired(target, value)]:
            self.store(item)
            if version is None:
                continue
            if isinstance(item, (ast.Name, ast.Attribute)):
                self.alias[ast.unparse(item)] = version
            elif isinstance(item, (ast.Tuple, ast.List)):
                # `rng, x = carry`: its items, by their places.
                text, parts = version
                for number, part in enumerate(item.elts):
                    if isinstance(part, ast.Starred):
                        break
                    if isinstance(part, (ast.Name, ast.Attribute)):
                        self.alias[ast.unparse(part)] = (f"{text}[{number}]", parts)

    def store(self, target: ast.expr) -> None:
        """Something new is stored there."""
        if isinstance(target, (ast.Tuple, ast.List)):
            for item in target.elts:
                self.store(item)
        elif isinstance(target, (ast.Starred, ast.Subscript)):
            self.store(target.value)
        elif isinstance(target, (ast.Name, ast.Attribute)):
            self.renew(ast.unparse(target))

    def renew(self, text: str) -> None:
        self.bound[text] = self.tick()
        for name in [n for n in self.alias if n == text or n.startswith(text + ".")]:
            del self.alias[name]

    def disturb(self, call: ast.Call) -> None:
        """A method may rebind attributes of its object, and so may who is given the object; not
        who is given a key of it."""
        tracked = self._objects()
        keys = {text for text, _ in self.uses}
        given = [*call.args, *(k.value for k in call.keywords)] if tracked else []
        if tracked and isinstance(call.func, ast.Attribute):
            given.append(call.func.value)
        for value in given:
            value = value if ast.unparse(value) in keys else root_of(value)
            if isinstance(value, ast.Name) and value.id in tracked:
                self.bound[f"{value.id}.*"] = self.tick()
                for text in [t for t in self.alias if t.startswith(f"{value.id}.")]:
                    del self.alias[text]

    def _objects(self) -> set[str]:
        """The objects with an attribute that was used as a key or stands for one."""
        texts = [*(text for text, _ in self.uses), *self.alias]
        return {text.split(".")[0] for text in texts if "." in text}

    # -- keys ---------------------------------------------------------------------------

    def version(self, node: ast.expr) -> Version | None:
        """Which key an expression is; None for one that is made on the spot."""
        parts = self._parts(node)
        if parts is None:
            return None
        text = ast.unparse(node)
        if text in self.alias:
            return self.alias[text]
        return text, tuple(self.bound.get(p, 0) for p in parts)

    def used_up(self, value: ast.expr) -> KeyUse | None:
        """The first use that has certainly used a key up; None if there was none."""
        version = self.version(value) if isinstance(value, ast.Name) else None
        seen = self.uses.get(version, ()) if version is not None else ()
        return next((one.use for one in seen if one.uses_up), None)

    def _parts(self, node: ast.expr) -> list[str] | None:
        """What the identity of a key hangs on."""
        if isinstance(node, ast.Name):
            return None if node.id in self.skipped else [node.id]
        if isinstance(node, ast.Attribute):
            inner, text = self._parts(node.value), ast.unparse(node)
            if inner is None or text in self.skipped:
                return None
            return [*inner, text, f"{inner[0]}.*"]
        if isinstance(node, ast.Subscript):
            inner = self._parts(node.value)
            index = [n for n in ast.walk(node.slice) if not isinstance(n, ast.expr_context)]
            if inner is None or not all(isinstance(n, _INDEX) for n in index):
                return None
            return inner + [n.id for n in index if isinstance(n, ast.Name)]
        return None


_INDEX = (ast.Constant, ast.Name, ast.UnaryOp, ast.BinOp, ast.operator, ast.unaryop, ast.Tuple)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two uses of one key that cannot both be right.

    Attributes:
        earlier, later: the uses; one and the same where a loop repeats it.
        repeats: the loop, the call that runs a function many times, or see `carried`.
        group: every use of this key in the scope, in order.
        assumed: what was taken for granted.
        carried: what repeats it carries the key on, used up as it is; or it is the value that a
            function returns.
        shared: it is a `vmap`, all elements of which get the key, or a `shard_map`, all devices.
        noisy: as many numbers are drawn there as an element has entries, and meet these.
        branched: a branch is taken to be gone into.
    """

    earlier: KeyUse
    later: KeyUse
    repeats: ast.AST | None
    group: tuple[KeyUse, ...] = ()
    assumed: str = ""
    carried: bool = False
    shared: bool = False
    noisy: bool = False
    branched: bool = False


@dataclass(slots=True)
class Turn:
    """The turn of a loop that is being run through."""

    loop: ast.AST
    guards: int
    first: int
    second: int | None = None
    breaks: list[State] = field(default_factory=list)
    continues: list[State] = field(default_factory=list)


def joined(states: list[State]) -> State:
    """What holds whichever way the run came; keys that were rebound on one way are new."""
    first = states[0].copy()
    for other in states[1:]:
        for name in {*first.bound, *other.bound}:
            if first.bound.get(name, 0) != other.bound.get(name, 0):
                first.bound[name] = first.tick()
        first.alias = {n: v for n, v in first.alias.items() if other.alias.get(n) == v}
        for version, seen in other.uses.items():
            mine = first.uses.get(version, ())
            first.uses[version] = (*mine, *(s for s in seen if s not in mine))
    return first


def branches(guards: tuple[Guard, ...]) -> tuple[Guard, ...]:
    """The guards that let some runs through only; a call that selects computes all of its arms."""
    return tuple(guard for guard in guards if not isinstance(guard[0], ast.Call))


def both_run(module: Module, first: tuple[Guard, ...], second: tuple[Guard, ...]) -> str | None:
    """What must be assumed for two branches to be taken in one run; None if they may exclude
    each other."""
    while first and second and first[0] == second[0]:
        first, second = first[1:], second[1:]
    if first and second and first[0][0] is second[0][0]:
        return None  # two arms of one choice
    first, second = branches(first), branches(second)
    if not first or not second:
        return ""
    tests = [[getattr(g, "test", None) for g, _ in guards] for guards in (first, second)]
    if len(first) == len(second) == 1 and first[0][1] == second[0][1]:
        one_test, other = tests[0][0], tests[1][0]
        if one_test is not None and other is not None and ast.dump(one_test) == ast.dump(other):
            return f"`{ast.unparse(one_test)}` has not changed in between"
    one, two = ({n for t in side if t is not None for n in _paths(module, t)} for side in tests)
    if one & two or any(t is None for side in tests for t in side):
        return None
    if two & {name for guard in first for name in _left_by(*guard)}:
        return None  # `if out is None:` behind the branch that finds `out`
    return "both branches are taken in one run"


def _left_by(branch: ast.AST, arm: str) -> set[str]:
    """The names that an arm of an `if` stores, or fills by methods."""
    block = getattr(branch, "body" if arm == "if" else "orelse", None)
    if not isinstance(branch, ast.If) or not isinstance(block, list):
        return set()
    calls = (n.func for s in block for n in ast.walk(s) if isinstance(n, ast.Call))
    filled = (f.value for f in calls if isinstance(f, ast.Attribute))
    return stored_names(*block) | {f.id for f in filled if isinstance(f, ast.Name)}


def exclusive(first: Seen, second: Seen) -> bool:
    """Whether one of two uses is behind a branch of what is called, and the other behind another
    branch: one may be taken where the other is not."""
    if first.use.assumed and second.use.assumed:
        return True
    taken = first.use.assumed or second.use.assumed
    return bool(taken) and branches(first.guards) != branches(second.guards)


def _paths(module: Module, node: ast.AST) -> set[str]:
    """The names that a test asks, each attribute with its object's name."""
    out = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute):
            out.add(ast.unparse(part))
        elif isinstance(part, ast.Name) and not module.is_self(part):
            out.add(part.id)
    return out


def settled(branch: ast.AST, loop: ast.AST) -> bool:
    """Whether a branch within a loop is the same on every turn: it asks nothing the loop binds."""
    test = getattr(branch, "test", None)
    if test is None or any(isinstance(n, (ast.Call, ast.NamedExpr)) for n in ast.walk(test)):
        return False
    stores = [n for n in ast.walk(loop) if isinstance(getattr(n, "ctx", None), _STORES)]
    bound = {n.id for n in stores if isinstance(n, ast.Name)}
    stored = {n.attr for n in stores if isinstance(n, ast.Attribute)}
    asked = {n.attr for n in ast.walk(test) if isinstance(n, ast.Attribute)}
    return not (bound & all_names(test) or stored & asked)


_STORES = (ast.Store, ast.Del)


def asks_for(branch: ast.AST, key: ast.expr) -> bool:
    """Whether a branch asks if there is a key at all: `if key is not None:`."""
    match getattr(branch, "test", None):
        case ast.Compare(asked, [ast.Is() | ast.IsNot()], [ast.Constant(None)]):
            return ast.dump(asked) == ast.dump(key)
    return False


# -- alternatives --------------------------------------------------------------------------
# Expressions of which one run uses a single arm, and draws that nothing reads any more.

# Where they take what decides.
_SELECTS = {
    "jax.lax.select": "pred",
    "jax.lax.select_n": "which",
    "jax.numpy.where": "condition",
}


def alternatives(facts: Facts, node: ast.expr) -> tuple[ast.expr, list[ast.expr]] | None:
    """What decides, and the arms, of `a if test else b` and of a call that selects.

    A select computes all of its arms, but every element of its result comes from one of them: the
    draws of two arms never meet.
    """
    if isinstance(node, ast.IfExp):
        return node.test, [node.body, node.orelse]
    if not isinstance(node, ast.Call):
        return None
    decides = _SELECTS.get(facts.names.call(node) or "")
    if decides is None or any(isinstance(a, ast.Starred) for a in node.args):
        return None
    arms = list(node.args[1:])
    test = node.args[0] if node.args else None
    for keyword in node.keywords:
        if keyword.arg == decides:
            test = keyword.value
        else:
            arms.append(keyword.value)
    return (test, arms) if test is not None and len(arms) > 1 else None


def dropped(facts: Facts, earlier: ast.Call, later: ast.Call) -> bool:
    """Whether a run that comes to the later draw does not read the earlier one: what it gives is
    returned, or takes the place of the other."""
    module = facts.module
    stored, leaves = module.statement(earlier), module.statement(later)
    if not isinstance(stored, ast.Assign) or stored is leaves:
        return False
    names = {t.id for t in stored.targets if isinstance(t, ast.Name)}
    if len(names) != len(stored.targets):
        return False
    if not isinstance(leaves, ast.Return):
        if not isinstance(leaves, ast.Assign):
            return False
        if not names <= {t.id for t in leaves.targets if isinstance(t, ast.Name)}:
            return False
    reads = (n for name in names for n in module.held(module.scope[stored].holder(name), name))
    rows = [n.lineno for n in reads if isinstance(n.ctx, ast.Load)]
    start, end = stored.end_lineno or 0, leaves.end_lineno or leaves.lineno
    return not any(start < row <= end for row in rows)
