"""Runs through one scope in order and tells where two uses of one random key meet."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from jaxopt_lint.patterns.idle_keys import clashing, kept
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
    title,
)
from jaxopt_lint.patterns.key_conditions import condition
from jaxopt_lint.patterns.key_ignored import ignores
from jaxopt_lint.patterns.key_meeting import (
    handed_for_good,
    never_together,
    of_the_whole,
    renewed,
    slight,
)
from jaxopt_lint.patterns.key_places import renewed_places
from jaxopt_lint.patterns.key_results import unread
from jaxopt_lint.patterns.key_state import (
    Meeting,
    Seen,
    Turn,
    Version,
    asks_for,
    both_run,
    branches,
    dropped,
    exclusive,
    settled,
)
from jaxopt_lint.patterns.key_walk import DEEPEST, Walk, carried_on
from jaxopt_lint.patterns.noise_for_all import (
    adds_noise,
    bound_before,
    decorated,
    is_key_like,
    mapped_over,
)
from jaxopt_lint.patterns.noise_on_all_devices import same_on_devices
from jaxopt_lint.semantics.jax.api.random import SAMPLERS
from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls, fact
from jaxopt_lint.semantics.python.nodes import all_names
from jaxopt_lint.semantics.python.scopes import FunctionNode, Scope
from jaxopt_lint.semantics.python.signatures import argument, parameters, positional
from jaxopt_lint.semantics.subjects.keys.examples import purpose_of
from jaxopt_lint.semantics.subjects.keys.uses import (
    KeyUse,
    applied,
    drawn_by_object,
    handed,
    initialized,
    key_use,
    layer_made,
    sampled,
    sampled_by_method,
    weights_drawn,
)
from jaxopt_lint.semantics.subjects.keys.ways import Way
from jaxopt_lint.semantics.subjects.keys.weights import initialized_networks

# Where they take the function that they run many times.
_REPEATING = {
    "jax.lax.scan": (0, "f"),
    "jax.lax.fori_loop": (2, "body_fun"),
    "jax.lax.while_loop": (1, "body_fun"),
    **dict.fromkeys(LEAF_MAPS, (0, "f")),
}
_DRAWING = {*SAMPLERS, "jax.random.split"}
_WEAK = ("handed", "init")  # uses by which a key may be as good as before
_ASIDE = (ast.Expr, ast.Assert, ast.If, ast.While, ast.BoolOp, ast.UnaryOp)  # give nothing on


class Flow(Walk):
    """One run through one scope.

    Args:
        facts: the facts of the file.
        scope: the function, or the file itself.
        busy: functions whose own runs asked for this one.
    """

    def __init__(
        self, facts: Facts, scope: ast.Module | FunctionNode, busy: tuple[ast.AST, ...] = ()
    ) -> None:
        super().__init__(facts, scope)
        self.busy = (*busy, scope)
        self.meetings: dict[ast.Call, Meeting] = {}
        self.shared: dict[ast.Call, Meeting] = {}  # one for all elements, or devices
        self.seen: list[tuple[Version, Seen]] = []
        self.inits: list[tuple[Version, Seen]] = []  # keys that modules draw first weights from
        self.handed: dict[Version, tuple[ast.Call, ast.expr]] = {}  # filled for those who ask

    def run(self) -> list[Meeting]:
        """Every use that meets an earlier one, in source order."""
        self.go()
        groups: dict[Version, list[KeyUse]] = {}
        for version, seen in self.seen:
            if seen.use not in groups.setdefault(version, []):
                groups[version].append(seen.use)
        by_use = {use: tuple(group) for group in groups.values() for use in group}
        proven = [m for m in self.meetings.values() if m.earlier.kind not in _WEAK]
        told = {call for m in proven for call in (m.earlier.call, m.later.call)}
        for call in [c for c, m in self.meetings.items() if m not in proven and c in told]:
            del self.meetings[call]
        for use, value in self.given_back():
            if use.call not in told:
                self.meetings.setdefault(use.call, Meeting(use, use, value, carried=True))
        # A key that a function takes from around it stands in no call here.
        here = {u for u, group in by_use.items() if all(self.within(one) for one in group)}
        for shared in same_on_devices(self.facts, self.node, self.seen):
            self.shared.setdefault(shared.later.call, shared)
        found = {**self.shared, **self.meetings}
        return [
            replace(m, group=by_use[m.later] if m.later in here and m.earlier in here else ())
            for m in found.values()
        ]

    def within(self, use: KeyUse) -> bool:
        """Whether a key is written in the call that uses it."""
        return self.facts.module.within(use.key, use.call)

    def given_back(self) -> Iterator[tuple[KeyUse, ast.expr]]:
        """The uses of keys that the scope returns beside its results, as if they were new."""
        if isinstance(self.node, ast.Module) or is_handed_on(self.facts, self.node):
            return  # what a `scan` collects goes out for the record
        for value, state in self.ends:
            for part in value.elts if isinstance(value, ast.Tuple) else ():
                use = state.used_up(part)
                if use is not None:
                    yield use, value

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
        used = used or weights_drawn(self.facts, node)
        for use in used or handed(self.facts, node) or kept(self.facts, node):
            if use.kind != "handed" or not ignores(self.facts, node, use.key):
                self.use(use)
        for place in renewed_places(self.facts, node, {text for text, _ in self.state.uses}):
            self.state.renew(place)
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
        before = (*self.state.uses.get(version, ()), *of_the_whole(self.state, use))
        for earlier in sorted(before, key=lambda seen: seen.use.kind in _WEAK):
            # What is handed on twice may be anything.
            weak = use.kind in _WEAK and earlier.use.kind in _WEAK
            if not weak or self.is_key(version, earlier.use, use):
                self.meet(earlier, now)
        self.state.uses[version] = (*before, now)
        if use.kind not in _WEAK:
            self.seen.append((version, now))
        elif use.kind == "init":
            self.inits.append((version, now))

    def is_key(self, version: Version, earlier: KeyUse, now: KeyUse) -> bool:
        """Whether what two calls are given is certainly a key: made as one, one of many that were,
        or what a network that is applied then draws its weights from."""
        key = now.key
        whole = self.state.version(key.value) if isinstance(key, ast.Subscript) else None
        if version in self.keys or whole in self.keys:
            return True
        networks = initialized_networks(self.facts)
        of_both = earlier.kind == now.kind == "init"
        return of_both and (earlier.call in networks or now.call in networks)

    def meet(self, earlier: Seen, now: Seen) -> None:
        known = self.meetings.get(now.use.call)
        if known is not None and (known.earlier.kind not in _WEAK or earlier.use.kind in _WEAK):
            little = known.branched or slight(self.facts, known.earlier, known.later)
            weak = earlier.use.kind in _WEAK or slight(self.facts, earlier.use, now.use)
            if weak or not little:
                return  # what is proven tells more than what others may do
        if clashing(self.facts, earlier.use, now.use) is None:
            return
        loop = self.crossed(earlier)
        if loop is None and earlier.use.call is now.use.call:
            return
        if loop is None and never_together(self.facts, earlier.use, now.use):
            return
        by_others = next((u for u in (now.use, earlier.use) if u.kind == "handed"), None)
        if loop is not None and "init" in (earlier.use.kind, now.use.kind):
            return
        if loop is not None:
            if by_others is not None and not handed_for_good(self.facts, earlier.use, now.use):
                return
            ways = [seen.guards[loop.guards :] for seen in (earlier, now)]
            few, many = sorted(ways, key=len)
            if many[: len(few)] != few:
                return
            for branch, _ in branches(many):
                if not settled(branch, loop.loop) and not asks_for(branch, now.use.key):
                    return  # a branch may let one turn through only
            assumed: str | None = ""
            if by_others is not None:
                assumed = f"`{by_others.what}` uses up what it is given"
        elif dropped(self.facts, earlier.use.call, now.use.call) or exclusive(earlier, now):
            return
        else:
            assumed = both_run(self.facts.module, earlier.guards, now.guards)
            if by_others is not None:
                assumed = f"`{by_others.what}` uses up what it is given" if assumed == "" else None
            if "init" in (earlier.use.kind, now.use.kind):
                assumed = "" if assumed == "" else None
            if now.use.kind != "handed" and by_others is not None:
                if renewed(self.facts, now.use):
                    return  # what came before was for that call, and this makes the next key
                if isinstance(self.facts.module.parent[by_others.call], _ASIDE):
                    return  # a check, or a line in a log
        if assumed is not None:
            at = loop.loop if loop is not None else None
            branched = bool(earlier.use.assumed or now.use.assumed)
            branched |= bool(assumed) and by_others is None
            if branched and known is not None and known.earlier.kind not in _WEAK:
                return
            taken = dict.fromkeys((earlier.use.assumed, now.use.assumed, assumed))
            assumed = ", and ".join(filter(None, taken))
            met = Meeting(earlier.use, now.use, at, assumed=assumed, branched=branched)
            self.meetings[now.use.call] = met

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


def shared_by_all(facts: Facts, call: ast.Call, busy: tuple[ast.AST, ...]) -> Iterator[Meeting]:
    """The keys that a call of `jax.vmap(f, ...)` gives to all elements, and `f` uses up."""
    callee = calls(facts).callee(call.func)
    below = (*decorated(facts, callee.node),) if callee is not None else ()
    wraps = (*callee.wraps, *below) if callee is not None else ()
    mapped = [made for name, made in wraps if TRANSFORMS[name].kind == "vmap"]
    if callee is None or len(mapped) != 1 or len(busy) > DEEPEST:
        return
    if any(TRANSFORMS[name].kind not in PLAIN for name, _ in wraps):
        return
    code = code_of(facts, call.func, callee)
    if code is None or code.function in busy:
        return
    names = [n for n in positional(code.function)[code.bound :] if n not in callee.bound_names]
    given = dict(zip(names, call.args, strict=False))
    # What decorates a method maps over `self`, too.
    first = code.bound if any(made is mapped[0] for _, made in below) else 0
    for number, name in enumerate(names, first):
        if name in given and not same_for_all(facts, mapped[0], number):
            del given[name]
    if code.bound or callee.bound_names:
        given |= bound_before(facts, mapped[0], code.function)
    whole = {n: value for n, value in given.items() if is_key_like(facts, value)}
    own = code.home.module.scopes[code.function]
    data = mapped_over(facts, call, mapped[0], names, first)
    for (text, bound), seen in run_of(code.home, code.function, busy).seen:
        if any(bound) or not seen.uses_up:
            continue
        root = text.partition("[")[0]
        noisy = adds_noise(code.home, code.function, {root}, data)
        if root in whole:
            use = KeyUse(call, whole[root], "call", title(call.func))
            yield Meeting(use, use, mapped[0], shared=True, noisy=noisy)
        elif not any(own.holder(n) is own for n in all_names(seen.use.key)):
            if code.home is facts and not isinstance(seen.use.key, ast.Attribute):
                yield Meeting(seen.use, seen.use, mapped[0], shared=True, noisy=noisy)


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
    if len(busy) <= DEEPEST:
        for run in runs(facts, call):
            yield from _consumed(facts, call, run, busy)


def _consumed(
    facts: Facts, call: ast.Call, run: Run, busy: tuple[ast.AST, ...]
) -> Iterator[KeyUse]:
    callee = calls(facts).callee(run.function)
    wraps = callee.wraps if callee is not None else ()
    if any(TRANSFORMS[name].kind not in PLAIN for name, _ in wraps):
        return
    what = title(run.function)
    if callee is not None and callee.dotted in _DRAWING:
        if run.function is call.func and not callee.wraps:
            return  # by itself, which `key_use` has told
        key = run.given[0] if run.given and not callee.bound else run.named.get("key")
        if isinstance(key, _KEYS) and callee.dotted == "jax.random.split":
            yield KeyUse(call, key, "split", what, ways=frozenset({Way("split")}))
        elif isinstance(key, _KEYS):
            purpose = purpose_of(facts, call)
            if not purpose.shape_only:
                use = sampled(call, key, callee.dotted, purpose)
                # Whether a choice is given weights, `partial` may have said.
                known = use.ways if use.sampler != "choice" else frozenset()
                yield replace(use, what=what, ways=known)
        return
    code = code_of(facts, run.function, callee)
    if code is None or code.function in busy:
        return
    names = positional(code.function)[code.bound :]
    given = {**dict(zip(names, run.given, strict=False)), **run.named}
    left_out = constants(code.function, given)
    used: dict[str, tuple[str, str]] = {}
    ways: dict[str, list[frozenset[Way]]] = {}
    unsure: dict[str, KeyUse] = {}
    for (text, bound), seen in run_of(code.home, code.function, busy).seen:
        idle = seen.use.kind == "fold" or is_idle(code.home, seen.use.call, left_out)
        idle = idle or unread(code.home, seen.use.call)
        reached = seen.through and not idle and not any(bound)
        way = condition(facts, call, code, seen.guards, given) if reached else None
        if way is None:
            if not any(bound):
                unsure.setdefault(text, seen.use)
            continue
        ways.setdefault(text, []).append(seen.use.ways)
        if not way or text not in used:
            kind = "apply" if seen.use.kind == "apply" else "call"
            used[text] = ("layer" if makes_layer(code) else kind, way)
    for name, value in given.items() if facts.asked else ():
        if name in unsure and name not in used and isinstance(value, (ast.Name, ast.Attribute)):
            doubt = "{} uses {} in a loop, a branch or a fold, and is not taken to use it up"
            facts.doubt(call, doubt, run.function, value, at=unsure[name].call)
    for (text, bound), seen in run_of(code.home, code.function, busy).inits:
        if not any(bound) and seen.certain and text not in used:
            used[text] = ("init", "")
    for text, (kind, way) in used.items():
        value = given.get(text.partition("[")[0])
        key = part_of(facts, value, text, call) if value is not None else None
        if isinstance(key, _KEYS):
            made = ways.get(text, [])
            known = frozenset[Way]().union(*made) if all(made) else frozenset()
            yield KeyUse(call, key, kind, what, assumed=way, ways=known)


_KEYS = (ast.Name, ast.Attribute, ast.Subscript)


def _outer_scopes(facts: Facts, scope: ast.AST) -> list[Scope]:
    """The scopes of the functions around a function: what it calls may take a key from there, too,
    which a call of it then uses up."""
    return [facts.module.scopes[outer] for outer in facts.module.functions(scope)]


def taken_from_around(
    facts: Facts, call: ast.Call, scope: ast.AST, busy: tuple[ast.AST, ...]
) -> Iterator[KeyUse]:
    """The keys of a scope that a call uses up by running a function which reads them there."""
    for run in runs(facts, call):
        callee = calls(facts).callee(run.function)
        function = callee.node if callee is not None else None
        if callee is None or function is None or function in busy or len(busy) > DEEPEST:
            continue
        if any(TRANSFORMS[name].kind not in PLAIN for name, _ in callee.wraps):
            continue
        around = facts.module.scopes[scope]
        for (_, bound), seen in run_of(facts, function, busy).seen:
            if any(bound) or not seen.certain or seen.use.kind == "fold":
                continue
            names = [n for n in ast.walk(seen.use.key) if isinstance(n, ast.Name)]
            held = {facts.module.scope[n].holder(n.id) for n in names}
            if len(held) == 1 and held <= {around, *_outer_scopes(facts, scope)}:
                kind = "apply" if seen.use.kind == "apply" else "call"
                yield KeyUse(call, seen.use.key, kind, title(run.function), ways=seen.use.ways)
