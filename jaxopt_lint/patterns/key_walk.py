"""Goes through the code of one scope in the order in which it runs.

The arms of a branch go on from the same state, a way that leaves the scope does not go on, the body
of a loop is run through twice, and what an exception handler tries again starts from before.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from jaxopt_lint.patterns.key_state import Guard, State, Turn, Version, alternatives, joined
from jaxopt_lint.semantics.jax.api.random import KEY_MAKERS
from jaxopt_lint.semantics.jax.basics import Facts, fact
from jaxopt_lint.semantics.python.nodes import LOOPS, Loop
from jaxopt_lint.semantics.python.scopes import (
    COMPREHENSIONS,
    FUNCTIONS,
    Comprehension,
    FunctionNode,
)
from jaxopt_lint.semantics.python.walking import children
from jaxopt_lint.semantics.subjects.keys.types import declared
from jaxopt_lint.semantics.subjects.keys.uses import KeyUse

DEEPEST = 5  # loops in loops: each level runs the body twice


class Walk:
    """One way through one scope; what becomes of keys in its calls, `call` says.

    Args:
        facts: the facts of the file.
        scope: the function, or the file itself.
    """

    def __init__(self, facts: Facts, scope: ast.Module | FunctionNode) -> None:
        self.facts = facts
        self.node = scope
        self.state = State(_shared_names(facts))
        self.guards: tuple[Guard, ...] = ()
        self.turns: list[Turn] = []
        self.left = False  # some branch before this point leaves the scope
        self.keys: set[Version] = set()  # what is certainly a key: `jax.random` has made it
        self.ends: list[tuple[ast.expr, State]] = []  # what is returned, and what holds there

    def go(self) -> None:
        """Go through the whole scope."""
        for one in declared(self.facts, self.node):
            version = self.state.version(ast.Name(one.arg, ast.Load()))
            self.keys.update((version,) if version is not None else ())
        if isinstance(self.node, ast.Lambda):
            self.expression(self.node.body)
            self.ends.append((self.node.body, self.state))
        else:
            self.block(self.node.body)

    def call(self, node: ast.Call) -> None:
        """What a call does, after its arguments."""
        raise NotImplementedError

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
            left = self.left
            goes_on = self.arms(node, [("if", node.body), ("else", node.orelse)])
            if self.left and not left and not self.guards and not self.turns and _returns(node):
                # What follows is the other arm, which one test decides on.
                self.left, self.guards = False, ((node, "else"),)
            return goes_on
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
            for child in children(node):
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
        for again in (False, True)[: 1 + (len(self.turns) <= DEEPEST)]:
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
            for child in children(node):
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


def _returns(node: ast.If) -> bool:
    """Whether a branch does nothing in the end but leave the scope, and has no other arm."""
    returns = [n for s in node.body for n in ast.walk(s) if isinstance(n, ast.Return)]
    return not node.orelse and returns == [node.body[-1]]


def carried_on(walk: Walk, name: str) -> Iterator[KeyUse]:
    """The uses that a step makes of a key which it then gives to the next step."""
    for value, state in walk.ends:
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


@fact
def _shared_names(facts: Facts) -> frozenset[str]:
    """Names that other functions may rebind, and attributes of objects from around that they do."""
    module = facts.module
    names = {name for node in module.all(ast.Global, ast.Nonlocal) for name in node.names}
    stored = (n for n in module.all(ast.Attribute) if isinstance(n.ctx, ast.Store))
    for node in stored:
        base, function = node.value, module.function(node)
        if isinstance(base, ast.Name) and function is not None:
            if module.scope[base].holder(base.id) is not module.scopes[function]:
                names.add(ast.unparse(node))
    return frozenset(names)
