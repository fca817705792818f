"""What expressions give."""

from __future__ import annotations

import ast
from collections.abc import Callable

from jaxopt_lint.semantics.jax.machine.contents import either_way
from jaxopt_lint.semantics.jax.machine.core import MOST_ITEMS
from jaxopt_lint.semantics.jax.machine.events import Guard, LoopNode, Turn
from jaxopt_lint.semantics.jax.machine.lattice import join_all
from jaxopt_lint.semantics.jax.machine.lookup import Lookup
from jaxopt_lint.semantics.jax.machine.operators import Operators
from jaxopt_lint.semantics.jax.machine.values import (
    NONE,
    TEXT,
    Array,
    Const,
    Func,
    Map,
    Method,
    Seq,
    Unknown,
    Value,
)
from jaxopt_lint.semantics.jax.usual import usual_turns
from jaxopt_lint.semantics.python.scopes import Comprehension
from jaxopt_lint.semantics.python.walking import children

_FEW = 16  # turns that a default has to leave a loop for it to count


class Expressions(Lookup, Operators):
    """Evaluates expressions in the present frame."""

    def expr(self, node: ast.expr) -> Value:
        self.spend()
        evaluate = _EVALUATE.get(type(node))
        if evaluate is not None:
            return evaluate(self, node)
        for child in children(node):
            if isinstance(child, ast.expr):
                self.expr(child)
        self.may_wait(node)
        return Unknown("such an expression is not followed")

    # -- literals -----------------------------------------------------------------------

    def _constant(self, node: ast.Constant) -> Value:
        return Const(node.value)

    def _text(self, node: ast.JoinedStr) -> Value:
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                value = self.expr(part.value)
                self.shows(node, (value,))
                self.asked_all(node, part.value, value, "format")
        return TEXT

    def _sequence(self, node: ast.Tuple | ast.List | ast.Set) -> Value:
        kind = "tuple" if isinstance(node, ast.Tuple) else "list"
        out: list[Value] = []
        open_ = False
        for element_ in node.elts:
            if isinstance(element_, ast.Starred):
                value = self.expr(element_.value)
                if isinstance(value, Seq) and value.items is not None:
                    out += value.items
                    continue
                open_ = True
                out.append(self.iterated(value, element_)[0])
            else:
                out.append(self.expr(element_))
        if open_ or len(out) > MOST_ITEMS:
            return Seq(kind, None, join_all(out), None if open_ else len(out))
        return Seq(kind, tuple(out))

    def _dictionary(self, node: ast.Dict) -> Value:
        items: dict[object, Value] = {}
        rest: list[Value] = []
        for key, value in zip(node.keys, node.values, strict=True):
            held = self.expr(value)
            if key is None:
                if isinstance(held, Map):
                    items.update(held.items)
                    rest += [held.rest] if held.rest is not None else []
                else:
                    rest.append(Unknown("it is unpacked from what is not known"))
                continue
            known = self.expr(key)
            if isinstance(known, Const):
                items[known.value] = held
            else:
                rest.append(held)
        return Map(tuple(items.items()), join_all(rest) if rest else None)

    def _lambda(self, node: ast.Lambda) -> Value:
        return Func(node, self.frame.number)

    def _named(self, node: ast.NamedExpr) -> Value:
        value = self.expr(node.value)
        self.assign(node.target, value)
        return value

    def _starred(self, node: ast.Starred) -> Value:
        return self.expr(node.value)

    def _yielded(self, node: ast.Yield | ast.YieldFrom) -> Value:
        value = NONE if node.value is None else self.expr(node.value)
        within, self.frame.within = self.frame.within, None
        if within is not None:
            within(value)
            return NONE
        self.frame.yields = True
        self.may_wait(node)
        return Unknown("it is sent from outside")

    def _slice(self, node: ast.Slice) -> Value:
        for bound in (node.lower, node.upper, node.step):
            if bound is not None:
                self.expr(bound)
        return Unknown("a slice")

    # -- calls and comprehensions -------------------------------------------------------

    def _call(self, node: ast.Call) -> Value:
        func = self.expr(node.func)
        args: list[Value] = []
        kwargs: dict[str, Value] = {}
        exact = True
        for arg in node.args:
            value = self.expr(arg)
            if not isinstance(arg, ast.Starred):
                args.append(value)
            elif isinstance(value, Seq) and value.items is not None:
                args += value.items
            else:
                exact = False
        for keyword in node.keywords:
            value = self.expr(keyword.value)
            if keyword.arg is not None:
                kwargs[keyword.arg] = value
            elif isinstance(value, Map) and value.rest is None:
                kwargs.update((k, v) for k, v in value.items if isinstance(k, str))
            else:
                exact = False
        of = func.of if isinstance(func, Method) else func
        self.meet(node, (of, *args, *kwargs.values()), exact)
        return self.call(node, func, args, kwargs, exact)

    def _comprehension(self, node: Comprehension) -> Value:
        before = dict(self.frame.names)
        open_ = 0
        count: int | None = 1
        turns = 0
        sources: list[tuple[ast.expr, Value]] = []
        for generator in node.generators:
            source = self.expr(generator.iter)
            item, size = self.iterated(source, generator.iter)
            if size == 0:
                count = 0
                break
            count = None if count is None or size is None or generator.ifs else count * size
            self.loops.append(self._turn(node, size, self.gone_over(source)))
            turns += 1
            if isinstance(source, Array):  # each item is fetched from it in its own turn
                item = self.iterated(source, generator.iter)[0]
            self.assign(generator.target, item)
            sources.append((generator.iter, source))
            for test in generator.ifs:
                known = self.test(test, "if")
                self.guards.append(Guard(test, either_way(known), len(self.chain)))
                open_ += 1
        out: Value = Seq("list", (), count=0)
        if count != 0:
            forwards, compiled = len(self.forwards), self.jitted
            out = self._gathered(node, count)
            self.ran(self.loops[-1], forwards, compiled)
        for place, source in sources:
            self.hands_out(place, source)
        for turn in self.loops[len(self.loops) - turns :]:
            turn.ended = self.handed
        del self.loops[len(self.loops) - turns :]
        del self.guards[len(self.guards) - open_ :]
        self.frame.names = before
        return out

    def _turn(self, node: LoopNode, count: int | None, over: str) -> Turn:
        handed, rests = self.handed, ""
        began = len(self.chain), len(self.guards), handed
        if count is None and (left := usual_turns(self.facts, node)) is not None:
            if left.number >= _FEW:  # that there are few is no matter of defaults
                count, rests = int(left.number), left.why
        since = self.numbers
        return Turn(node, count, handed, *began, over, numbered=since, rests=rests, opened=since)

    def _gathered(self, node: Comprehension, count: int | None) -> Value:
        if isinstance(node, ast.DictComp):
            self.expr(node.key)
            return Map((), self.expr(node.value))
        item = self.expr(node.elt)
        kind = "iterator" if isinstance(node, ast.GeneratorExp) else "list"
        return Seq(kind, None, item, count)


_EVALUATE: dict[type[ast.expr], Callable[..., Value]] = {
    ast.Name: Expressions._name, ast.Attribute: Expressions._attribute,
    ast.Constant: Expressions._constant, ast.Call: Expressions._call,
    ast.BinOp: Expressions._binary, ast.UnaryOp: Expressions._unary,
    ast.Compare: Expressions._compare, ast.BoolOp: Expressions._boolean,
    ast.IfExp: Expressions._choice, ast.Subscript: Expressions._subscript,
    ast.Slice: Expressions._slice, ast.Tuple: Expressions._sequence,
    ast.List: Expressions._sequence, ast.Set: Expressions._sequence,
    ast.Dict: Expressions._dictionary, ast.JoinedStr: Expressions._text,
    ast.Lambda: Expressions._lambda, ast.NamedExpr: Expressions._named,
    ast.Starred: Expressions._starred, ast.Yield: Expressions._yielded,
    ast.YieldFrom: Expressions._yielded, ast.ListComp: Expressions._comprehension,
    ast.SetComp: Expressions._comprehension, ast.DictComp: Expressions._comprehension,
    ast.GeneratorExp: Expressions._comprehension,
}  # fmt: skip
