"""Runs through one scope in order and tells where two uses of one random key meet."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from jaxopt_lint.patterns.key_callees import (
    PLAIN,
    Run,
    code_of,
    constants,
    is_handed_on,
    is_idle,
    makes_layer,
    part_of,
    runs,
    same_for_all,
)
from jaxopt_lint.patterns.key_conditions import condition
from jaxopt_lint.patterns.key_state import (
    Guard,
    Meeting,
    Seen,
    State,
    Turn,
    Version,
    alternatives,
    asks_for,
    both_run,
    branches,
    dropped,
    exclusive,
    joined,
    settled,
)
from jaxopt_lint.semantics.jax.api.random import KEY_MAKERS, SAMPLERS
from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls, fact
from jaxopt_lint.semantics.python.nodes import LOOPS, Loop, all_names, stored_texts
from jaxopt_lint.semantics.python.scopes import (
    COMPREHENSIONS,
    FUNCTIONS,
    Comprehension,
    FunctionNode,
)
from jaxopt_lint.semantics.python.signatures import argument, parameters, positional
from jaxopt_lint.semantics.subjects.keys.examples import purpose_of
from jaxopt_lint.semantics.subjects.keys.uses import (
    KeyUse,
    applied,
    clash,
    drawn_by_object,
    handed,
    initialized,
    key_use,
    layer_made,
    sampled_by_method,
)

# Where they take the function that they run many times.
_REPEATING = {
    "jax.lax.scan": (0, "f"),
    "jax.lax.fori_loop": (2, "body_fun"),
    "jax.lax.while_loop": (1, "body_fun"),
    **dict.fromkeys(LEAF_MAPS, (0, "f")),
}
_DRAWING = {*SAMPLERS, "jax.random.split"}
_ASIDE = (ast.Expr, ast.Assert, ast.If, ast.While, ast.BoolOp, ast.UnaryOp)  # give nothing on
_DEEPEST = 5  # loops in loops: each level runs the body twice


class Flow:
    """One run through one scope.

    Args:
        facts: the facts of the file.
        scope: the function, or the file itself.
        busy: functions whose own runs asked for this one.
    """

    def __init__(
        self, facts: Facts, scope: ast.Module | FunctionNode, busy: tuple[ast.AST, ...] = ()
    ) -> None:
        self.facts = facts
        self.node = scope
        self.busy = (*busy, scope)
        self.state = State(_shared_names(facts))
        self.guards: tuple[Guard, ...] = ()
        self.turns: list[Turn] = []
        self.left = False  # some branch before this point leaves the scope
        self.meetings: dict[ast.Call, Meeting] = {}
        self.shared: dict[ast.Call, Meeting] = {}  # one key for all elements of a `vmap`
        self.seen: list[tuple[Version, Seen]] = []
        self.keys: set[Version] = set()  # what is certainly a key: `jax.random` has made it
        self.ends: list[tuple[ast.expr, State]] = []  # what is returned, and what holds there
        self.handed: dict[Version, tuple[ast.Call, ast.expr]] = {}  # filled for those who ask

    def run(self) -> list[Meeting]:
        """Every use that meets an earlier one, in source order."""
        if isinstance(self.node, ast.Lambda):
            self.expression(self.node.body)
            self.ends.append((self.node.body, self.state))
        else:
            self.block(self.node.body)
        groups: dict[Version, list[KeyUse]] = {}
        for version, seen in self.seen:
            if seen.use not in groups.setdefault(version, []):
                groups[version].append(seen.use)
        by_use = {use: tuple(group) for group in groups.values() for use in group}
        proven = [m for m in self.meetings.values() if m.earlier.kind != "handed"]
        told = {call for m in proven for call in (m.earlier.call, m.later.call)}
        for call in [c for c, m in self.meetings.items() if m not in proven and c in told]:
            del self.meetings[call]
        for use, value in self.given_back():
            if use.call not in told:
                self.meetings.setdefault(use.call, Meeting(use, use, value, carried=True))
        found = {**self.shared, **self.meetings}
        return [replace(m, group=by_use.get(m.later, ())) for m in found.values()]

    def given_back(self) -> Iterator[tuple[KeyUse, ast.expr]]:
        """The uses of keys that the scope returns beside its results, as if they were new."""
        if isinstance(self.node, ast.Module) or is_handed_on(self.facts, self.node):
            return  # what a `scan` collects goes out for the record
        for value, state in self.ends:
            for part in value.elts if isinstance(value, ast.Tuple) else ():
                use = state.used_up(part)
                if use is not None:
                    yield use, value

    # -- statements ---------------------------------------------------------------------

    def block(self, body: Sequence[ast.stmt]) -> bool:
        """Runs statements; whether the end is reached."""
        return all(self.statement(statement) for statement in body)

    def statement(self, node: ast.stmt) -> bool:
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            if node.value is not None:
                self.expression(node.value)
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    self.state.assign(target, node.value)
                    self.made(target, node.value)
        elif isinstance(node, ast.AugAssign):
            self.expression(node.value)
            self.state.store(node.target)
        elif isinstance(node, ast.If):
            self.expression(node.test)
            return self.arms(node, [("if", node.body), ("else", node.orelse)])
        elif isinstance(node, ast.Match):
            self.expression(node.subject)
            arms = [(str(i), case.body) for i, case in enumerate(node.cases)]
            return self.arms(node, [*arms, ("none", [])])
        elif isinstance(node, LOOPS):
            self.loop(node)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                self.expression(item.context_expr)
                if item.optional_vars is not None:
                    self.state.store(item.optional_vars)
            return self.block(node.body)
        elif isinstance(node, (ast.Try, ast.TryStar)):
            return self.tried(node)
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            self.state.renew(node.name)
        elif isinstance(node, ast.Delete):
            for target in node.targets:
                self.state.store(target)
        elif isinstance(node, (ast.Break, ast.Continue)):
            if self.turns:
                turn = self.turns[-1]
                ends = turn.breaks if isinstance(node, ast.Break) else turn.continues
                ends.append(self.state.copy())
            return False
        else:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self.expression(child)
            if isinstance(node, ast.Return) and node.value is not None:
                self.ends.append((node.value, self.state))
            if isinstance(node, (ast.Return, ast.Raise)):
                self.left |= isinstance(node, ast.Return)  # who raises uses nothing twice
                return False
        return True

    def made(self, target: ast.expr, value: ast.expr) -> None:
        """Note which names hold keys from here on."""
        value = value.value if isinstance(value, ast.Subscript) else value
        if self.facts.names.call(value) in KEY_MAKERS:
            parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
            self.keys.update(filter(None, map(self.state.version, parts)))

    def arms(self, node: ast.AST, arms: list[tuple[str, list[ast.stmt]]]) -> bool:
        before, guards = self.state, self.guards
        ends = []
        for name, body in arms:
            self.state, self.guards = before.copy(), (*guards, (node, name))
            if self.block(body):
                ends.append(self.state)
        self.guards = guards
        self.state = joined(ends) if ends else before
        return bool(ends)

    def tried(self, node: ast.Try | ast.TryStar) -> bool:
        before = self.state.copy()
        ends = [self.state] if self.block([*node.body, *node.orelse]) else []
        for number, handler in enumerate(node.handlers):
            # What failed is tried again in another way: its uses do not count.
            self.state, guards = before.copy(), self.guards
            self.guards = (*guards, (node, str(number)))
            if self.block(handler.body):
                ends.append(self.state)
            self.guards = guards
        self.state = joined(ends) if ends else before
        return self.block(node.finalbody) and bool(ends)

    def loop(self, node: Loop) -> None:
        targets, test = ([], node.test) if isinstance(node, ast.While) else ([node.target], None)
        if not isinstance(node, ast.While):
            self.expression(node.iter)
        before = self.state.copy()
        for turn in self.twice(node, targets):
            if test is not None:
                self.expression(test)
            ends = [self.state] if self.block(node.body) else []
            ends += turn.continues
            turn.continues = []
            if not ends:
                break  # it never comes to a second turn
            self.state = joined(ends)
        else:
            turn.breaks.append(self.state)
        self.turns.pop()
        self.state = joined([before, *turn.breaks])
        self.block(node.orelse)

    def twice(self, node: ast.AST, targets: list[ast.expr]) -> Iterator[Turn]:
        """The first turn of a loop, which is begun here, and the second unless it is too deep."""
        turn = Turn(node, len(self.guards), self.state.tick())
        self.turns.append(turn)
        for again in (False, True)[: 1 + (len(self.turns) <= _DEEPEST)]:
            turn.second = self.state.tick() if again else None
            for target in targets:
                self.state.store(target)
            yield turn

    # -- expressions --------------------------------------------------------------------

    def expression(self, node: ast.expr) -> None:
        if isinstance(node, ast.Lambda):
            return
        choice = alternatives(self.facts, node)
        if choice is not None:
            test, arms = choice
            self.expression(test)
            before, guards, ends = self.state, self.guards, []
            for number, arm in enumerate(arms):
                self.state, self.guards = before.copy(), (*guards, (node, str(number)))
                self.expression(arm)
                ends.append(self.state)
            self.guards, self.state = guards, joined(ends)
        elif isinstance(node, COMPREHENSIONS):
            self.comprehension(node)
        elif isinstance(node, ast.NamedExpr):
            self.expression(node.value)
            self.state.assign(node.target, node.value)
        else:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self.expression(child)
                elif isinstance(child, ast.keyword):
                    self.expression(child.value)
            if isinstance(node, ast.Call):
                self.call(node)

    def comprehension(self, node: Comprehension) -> None:
        self.expression(node.generators[0].iter)
        inner: list[ast.expr] = [g.iter for g in node.generators[1:]]
        inner += [test for g in node.generators for test in g.ifs]
        inner += [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        self.repeated(node, [g.target for g in node.generators], inner)

    def repeated(self, node: ast.AST, targets: list[ast.expr], body: list[ast.expr]) -> None:
        """Expressions that run once for each of many values of names of their own."""
        before = self.state.copy()
        for _ in self.twice(node, targets):
            for part in body:
                self.expression(part)
        self.turns.pop()
        self.state.bound, self.state.alias = before.bound, before.alias

    # -- uses ---------------------------------------------------------------------------

    def call(self, node: ast.Call) -> None:
        use = key_use(self.facts, node) or sampled_by_method(node)
        use = use or layer_made(self.facts, node) or initialized(self.facts, node)
        use = use or drawn_by_object(self.facts, node)
        if use is not None:
            self.use(use)
            return
        name = self.facts.names.call(node)
        if name in _REPEATING:
            self.run_again(node, name)
        used = [*applied(node), *consumed_by_callee(self.facts, node, self.busy)]
        used += taken_from_around(self.facts, node, self.node, self.busy)
        for shared in shared_by_all(self.facts, node, self.busy):
            self.shared.setdefault(shared.later.call, shared)
        if self.facts.asked:
            self.unseen(node, used)
        for use in used or handed(self.facts, node):
            self.use(use)
        self.state.disturb(node)

    def unseen(self, node: ast.Call, used: list[KeyUse]) -> None:
        """Say of a call that is given a key which was used before, or again and again, that it is
        not known to use the key up."""
        given = [*node.args, *(k.value for k in node.keywords)]
        for value in given:
            if not isinstance(value, (ast.Name, ast.Attribute, ast.Subscript)):
                continue
            if any(use.key is value for use in used):
                continue
            version = self.state.version(value)
            if version is None:
                continue
            first, _ = self.handed.setdefault(version, (node, value))
            known = self.state.uses.get(version, ())
            before = [seen for seen in known if seen.use.kind != "handed"]
            if not before and first is not node:
                what = "{} was given to {} on line {} already, but neither is known to use it up"
                line = first.lineno
                self.facts.doubt(value, what, value, first.func, line, at=first, early=True)
            if before:
                what = "{} was used up on line {}, but {} is not known to use it up as well"
                line = before[0].use.call.lineno
                self.facts.doubt(node, what, value, line, node.func, at=before[0].use.call)

    def use(self, use: KeyUse) -> None:
        version = self.state.version(use.key)
        if version is None:
            return
        # A `for` is taken to have a turn: nobody gives a key to a loop over nothing.
        maybe = any(not isinstance(turn.loop, ast.For) for turn in self.turns)
        through = not (maybe or self.left or use.assumed)
        now = Seen(use, self.guards, self.state.tick(), through)
        if version in self.handed and self.handed[version][0] is not use.call:
            call, key = self.handed[version]
            what = "{} is used up on line {} afterwards, but {} is not known to use it up as well"
            self.facts.doubt(call, what, key, use.call.lineno, call.func, at=use.call)
        before = self.state.uses.get(version, ())
        for earlier in sorted(before, key=lambda seen: seen.use.kind == "handed"):
            # What is handed on twice may be anything.
            if use.kind != "handed" or earlier.use.kind != "handed" or version in self.keys:
                self.meet(earlier, now)
        self.state.uses[version] = (*before, now)
        if use.kind != "handed":
            self.seen.append((version, now))

    def meet(self, earlier: Seen, now: Seen) -> None:
        known = self.meetings.get(now.use.call)
        if known is not None and (known.earlier.kind != "handed" or earlier.use.kind == "handed"):
            return  # what is proven tells more than what others may do
        if clash(earlier.use, now.use) is None:
            return
        loop = self.crossed(earlier)
        if loop is None and earlier.use.call is now.use.call:
            return
        by_others = next((u for u in (now.use, earlier.use) if u.kind == "handed"), None)
        if loop is not None:
            if by_others is not None:
                return
            ways = [seen.guards[loop.guards :] for seen in (earlier, now)]
            few, many = sorted(ways, key=len)
            if many[: len(few)] != few:
                return
            for branch, _ in branches(many):
                if not settled(branch, loop.loop) and not asks_for(branch, now.use.key):
                    return  # a branch may let one turn through only
            assumed: str | None = ""
        elif dropped(self.facts, earlier.use.call, now.use.call) or exclusive(earlier, now):
            return
        else:
            assumed = both_run(self.facts.module, earlier.guards, now.guards)
            if by_others is not None:
                assumed = f"`{by_others.what}` uses up what it is given" if assumed == "" else None
            if now.use.kind != "handed" and by_others is not None:
                if self.renewed(now.use):
                    return  # what came before was for that call, and this makes the next key
                if isinstance(self.facts.module.parent[by_others.call], _ASIDE):
                    return  # a check, or a line in a log
        if assumed is not None:
            at = loop.loop if loop is not None else None
            taken = dict.fromkeys((earlier.use.assumed, now.use.assumed, assumed))
            assumed = ", and ".join(filter(None, taken))
            self.meetings[now.use.call] = Meeting(earlier.use, now.use, at, assumed=assumed)

    def renewed(self, use: KeyUse) -> bool:
        """Whether a use stores the next key where it has this one: `key, sub = split(key)`."""
        stored = self.facts.module.stored_by(use.call)
        return stored is not None and ast.unparse(use.key) in stored_texts(stored)

    def crossed(self, earlier: Seen) -> Turn | None:
        """The loop whose turn before this one made an earlier use."""
        for turn in reversed(self.turns):
            if turn.second is not None and turn.first < earlier.time <= turn.second:
                return turn
        return None

    def run_again(self, node: ast.Call, name: str) -> None:
        """A function that is run for every leaf or step, and takes a key from around it."""
        position, keyword = _REPEATING[name]
        given = argument(node, position, keyword)
        callee = calls(self.facts).callee(given) if given is not None else None
        function = callee.node if callee is not None and not callee.wraps else None
        if function is None or function in self.busy:
            return
        own = self.facts.module.scopes[function]
        flow = run_of(self.facts, function, self.busy)
        for use in carried_on(flow, name) if name not in LEAF_MAPS else ():
            self.meetings.setdefault(use.call, Meeting(use, use, node, carried=True))
        for (_, bound), seen in flow.seen:
            if any(bound) or not seen.uses_up:
                continue
            if any(own.holder(n) is own for n in all_names(seen.use.key)):
                continue  # its own parameter
            if name in LEAF_MAPS and not all_names(seen.use.call) & set(parameters(function)):
                continue  # the same draw for every leaf, on purpose
            self.meetings.setdefault(seen.use.call, Meeting(seen.use, seen.use, node))


def carried_on(flow: Flow, name: str) -> Iterator[KeyUse]:
    """The uses that a step makes of a key which it then gives to the next step."""
    for value, state in flow.ends:
        if name == "jax.lax.scan":
            if not isinstance(value, ast.Tuple) or not value.elts:
                continue
            value = value.elts[0]
        work = [value]
        while work:
            part = work.pop()
            if isinstance(part, (ast.Tuple, ast.List)):
                work += part.elts
            elif (use := state.used_up(part)) is not None:
                yield use


def shared_by_all(facts: Facts, call: ast.Call, busy: tuple[ast.AST, ...]) -> Iterator[Meeting]:
    """The keys that a call of `jax.vmap(f, ...)` gives to all elements, and `f` uses up."""
    callee = calls(facts).callee(call.func)
    wraps = callee.wraps if callee is not None else ()
    mapped = [made for name, made in wraps if TRANSFORMS[name].kind == "vmap"]
    if callee is None or len(mapped) != 1 or len(busy) > _DEEPEST:
        return
    if any(TRANSFORMS[name].kind not in PLAIN for name, _ in wraps):
        return
    code = code_of(facts, call.func, callee)
    if code is None or code.function in busy:
        return
    names = positional(code.function)[code.bound :]
    whole = {
        n: given for n, given in zip(names, call.args, strict=False) if isinstance(given, _KEYS)
    }
    for number, name in enumerate(names):
        if name in whole and not same_for_all(mapped[0], number):
            del whole[name]
    own = code.home.module.scopes[code.function]
    for (text, bound), seen in run_of(code.home, code.function, busy).seen:
        if any(bound) or not seen.uses_up:
            continue
        root = text.partition("[")[0]
        if root in whole:
            use = KeyUse(call, whole[root], "call", _title(call.func))
            yield Meeting(use, use, mapped[0], shared=True)
        elif not any(own.holder(n) is own for n in all_names(seen.use.key)):
            if code.home is facts and not isinstance(seen.use.key, ast.Attribute):
                yield Meeting(seen.use, seen.use, mapped[0], shared=True)


def run_of(facts: Facts, function: FunctionNode, busy: tuple[ast.AST, ...]) -> Flow:
    """A run through a function: it holds whichever calls led to it."""
    known = _runs(facts)
    if function not in known:
        flow = Flow(facts, function, busy)
        flow.run()
        known[function] = flow
    return known[function]


@fact
def _runs(facts: Facts) -> dict[FunctionNode, Flow]:
    """What `run_of` has made so far."""
    return {}


def consumed_by_callee(facts: Facts, call: ast.Call, busy: tuple[ast.AST, ...]) -> Iterator[KeyUse]:
    """The keys that a call gives to functions which certainly use them up."""
    if len(busy) <= _DEEPEST:
        for run in runs(facts, call):
            yield from _consumed(facts, call, run, busy)


def _consumed(
    facts: Facts, call: ast.Call, run: Run, busy: tuple[ast.AST, ...]
) -> Iterator[KeyUse]:
    callee = calls(facts).callee(run.function)
    wraps = callee.wraps if callee is not None else ()
    if any(TRANSFORMS[name].kind not in PLAIN for name, _ in wraps):
        return
    what = _title(run.function)
    if callee is not None and callee.dotted in _DRAWING:
        if run.function is call.func and not callee.wraps:
            return  # by itself, which `key_use` has told
        key = run.given[0] if run.given and not callee.bound else run.named.get("key")
        sampler = (callee.dotted or "").rpartition(".")[2]
        if isinstance(key, _KEYS) and sampler == "split":
            yield KeyUse(call, key, "split", what)
        elif isinstance(key, _KEYS):
            purpose = purpose_of(facts, call)
            if not purpose.shape_only:
                yield KeyUse(call, key, "sample", what, sampler=sampler, purpose=purpose)
        return
    code = code_of(facts, run.function, callee)
    if code is None or code.function in busy:
        return
    names = positional(code.function)[code.bound :]
    given = {**dict(zip(names, run.given, strict=False)), **run.named}
    left_out = constants(code.function, given)
    used: dict[str, tuple[str, str]] = {}
    unsure: dict[str, KeyUse] = {}
    for (text, bound), seen in run_of(code.home, code.function, busy).seen:
        idle = seen.use.kind == "fold" or is_idle(code.home, seen.use.call, left_out)
        reached = seen.through and not idle and not any(bound)
        way = condition(facts, call, code, seen.guards, given) if reached else None
        if way is None:
            if not any(bound):
                unsure.setdefault(text, seen.use)
        elif not way or text not in used:
            kind = "apply" if seen.use.kind == "apply" else "call"
            used[text] = ("layer" if makes_layer(code) else kind, way)
    for name, value in given.items() if facts.asked else ():
        if name in unsure and name not in used and isinstance(value, (ast.Name, ast.Attribute)):
            doubt = "{} uses {} in a loop, a branch or a fold, and is not taken to use it up"
            facts.doubt(call, doubt, run.function, value, at=unsure[name].call)
    for text, (kind, way) in used.items():
        value = given.get(text.partition("[")[0])
        key = part_of(facts, value, text, call) if value is not None else None
        if isinstance(key, _KEYS):
            yield KeyUse(call, key, kind, what, assumed=way)


def _title(function: ast.expr) -> str:
    """How to speak of a function: `jax.grad(...)` of one that is written out on the spot."""
    if isinstance(function, ast.Lambda):
        return "lambda"
    if isinstance(function, ast.Call) and any(
        isinstance(n, ast.Lambda) for n in ast.walk(function)
    ):
        return f"{ast.unparse(function.func)}(...)"
    return ast.unparse(function)


_KEYS = (ast.Name, ast.Attribute, ast.Subscript)


def taken_from_around(
    facts: Facts, call: ast.Call, scope: ast.AST, busy: tuple[ast.AST, ...]
) -> Iterator[KeyUse]:
    """The keys of a scope that a call uses up by running a function which reads them there."""
    for run in runs(facts, call):
        callee = calls(facts).callee(run.function)
        function = callee.node if callee is not None else None
        if callee is None or function is None or function in busy or len(busy) > _DEEPEST:
            continue
        if any(TRANSFORMS[name].kind not in PLAIN for name, _ in callee.wraps):
            continue
        around = facts.module.scopes[scope]
        for (_, bound), seen in run_of(facts, function, busy).seen:
            if any(bound) or not seen.certain or seen.use.kind == "fold":
                continue
            names = [n for n in ast.walk(seen.use.key) if isinstance(n, ast.Name)]
            if names and all(facts.module.scope[n].holder(n.id) is around for n in names):
                kind = "apply" if seen.use.kind == "apply" else "call"
                yield KeyUse(call, seen.use.key, kind, seen.use.what)


@fact
def _shared_names(facts: Facts) -> frozenset[str]:
    """Names that other functions may rebind."""
    return frozenset(
        name for node in facts.module.all(ast.Global, ast.Nonlocal) for name in node.names
    )
