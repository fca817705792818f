"""What expressions give."""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from jaxopt_lint.semantics.jax.api.results import METADATA
from jaxopt_lint.semantics.jax.machine.core import MOST_ITEMS, Core
from jaxopt_lint.semantics.jax.machine.events import Guard, LoopNode, Turn
from jaxopt_lint.semantics.jax.machine.shapes import broadcast, element
from jaxopt_lint.semantics.jax.machine.state import Frame
from jaxopt_lint.semantics.jax.machine.values import (
    CALLABLE,
    NONE,
    Array,
    Class,
    Const,
    Func,
    Host,
    Instance,
    Lib,
    Map,
    Method,
    Network,
    Seq,
    Tree,
    Unknown,
    Value,
    either_way,
    items_of,
    join,
    join_all,
    levels_of,
    on_device,
    truth,
)
from jaxopt_lint.semantics.python.scopes import Comprehension

_OPERATORS: dict[type[ast.AST], Callable[[Any, Any], object]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
_LARGEST = 10**9  # no larger numbers are computed with
_SHAPE_NUMBER = Unknown("it follows from shapes", True)
_ARRAY_PARTS = frozenset({"T", "mT", "real", "imag"})
_MODULE_NUMBERS = frozenset({"pi", "e", "inf", "nan", "newaxis", "euler_gamma", "tau"})


class Expressions(Core):
    """Evaluates expressions in the present frame."""

    def expr(self, node: ast.expr) -> Value:
        self.spend()
        evaluate = _EVALUATE.get(type(node))
        if evaluate is not None:
            return evaluate(self, node)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.expr(child)
        return Unknown("such an expression is not followed")

    # -- names --------------------------------------------------------------------------

    def _name(self, node: ast.Name) -> Value:
        found = self.frame.names.get(node.id)
        if found is not None:
            return self.read(found)
        scope = self.module.scope.get(node)
        holder = scope.holder(node.id) if scope is not None else None
        if holder is None:
            if hasattr(builtins, node.id):
                return Lib(f"builtins.{node.id}")
            return Unknown(f"`{node.id}` is bound nowhere in this file")
        frame = self.frame.outer
        while frame is not None:
            found = frame.names.get(node.id)
            if found is not None:
                return found
            frame = frame.outer
        if holder is self.module.top:
            return self.of_module(node)
        return Unknown(f"what `{node.id}` holds is not known here")

    def of_module(self, node: ast.Name) -> Value:
        """What a name of the module holds once the module has been imported."""
        name = node.id
        if name in self.top.names:
            return self.top.names[name]
        self.top.names[name] = Unknown(f"`{name}` is defined by itself")
        with self.aside(self.top):
            value = self._of_module(node)
        self.top.names[name] = value
        return value

    def _of_module(self, node: ast.Name) -> Value:
        bindings = [b for b in self.module.top.bindings[node.id] if b.kind != "declare"]
        kinds = {b.kind for b in bindings}
        if kinds <= {"def", "class"} and len(bindings) == 1:
            return self.defined(bindings[0].node)
        dotted = self.facts.names.of(node)
        if dotted is not None and not kinds & {"def", "class"}:
            return Lib(dotted)
        if node.id in self.module.declared_global:
            return Unknown(f"functions of this file assign `{node.id}`")
        if not all(self.module.parent.get(b.node) is self.module.tree for b in bindings):
            return Unknown(f"`{node.id}` is bound in a branch")
        for binding in bindings:
            if binding.kind in ("def", "class"):
                self.top.names[node.id] = self.defined(binding.node)
            elif binding.kind == "assign" and binding.value is not None:
                self.top.names[node.id] = self.expr(binding.value)
            elif binding.kind == "target" and isinstance(binding.node, ast.Assign):
                self.assign(binding.node.targets[0], self.expr(binding.node.value))
            else:
                return Unknown(f"`{node.id}` is bound {len(bindings)} times")
        return self.top.names[node.id]

    @contextmanager
    def aside(self, frame: Frame) -> Iterator[None]:
        """Evaluate something in another frame that has happened before, outside of everything."""
        before = self.frame, self.recording, self.traces, self.guards, self.loops, self.handed
        self.frame, self.recording = frame, False
        self.traces, self.guards, self.loops = [], [], []
        self.handed = -_LARGEST  # older than all that this run hands out
        try:
            yield
        finally:
            (
                self.frame, self.recording, self.traces, self.guards, self.loops, self.handed,
            ) = before  # fmt: skip

    def defined(self, node: ast.AST) -> Value:
        """The function or class that a definition makes, with its decorators."""
        if isinstance(node, ast.ClassDef):
            return Class(node)
        assert isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        value: Value = Func(node, self.frame.number)
        for decorator in reversed(node.decorator_list):
            made = self.expr(decorator)
            if isinstance(made, Lib) and made.dotted in _KEEPS:
                continue
            value = self.call(decorator, made, [value], {})
        return value

    # -- stores -------------------------------------------------------------------------

    def assign(self, target: ast.expr, value: Value) -> None:
        """Let a target hold a value, unpacked where it is a tuple."""
        if isinstance(target, ast.Starred):
            self.assign(target.value, Seq("list", None, self.iterated(value, target)[0]))
        elif isinstance(target, (ast.Tuple, ast.List)):
            known = value.items if isinstance(value, Seq) else None
            exact = not any(isinstance(e, ast.Starred) for e in target.elts)
            if known is not None and exact and len(known) == len(target.elts):
                for item, part in zip(target.elts, known, strict=True):
                    self.assign(item, part)
                return
            part, _ = self.iterated(value, target)
            for item in target.elts:
                self.assign(item, part)
        else:
            self.store(target, value)

    def store(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            where = self.module.scope[target].outer.get(target.id)
            if where is None:
                self.frame.names[target.id] = value
            elif self.frame.outer is not None and target.id in self.frame.outer.names:
                self.frame.outer.names[target.id] = value
        elif isinstance(target, ast.Attribute):
            owner = self.expr(target.value)
            if isinstance(owner, Instance):
                self.heap[owner.number, target.attr] = value
        elif isinstance(target, ast.Subscript):
            self._store_item(target, value)

    def _store_item(self, target: ast.Subscript, value: Value) -> None:
        container, index = self.expr(target.value), self.expr(target.slice)
        match container:
            case Map(items, rest):
                if isinstance(index, Const):
                    kept = tuple((k, v) for k, v in items if k != index.value)
                    self.store(target.value, Map((*kept, (index.value, value)), rest))
                else:
                    more = value if rest is None else join(rest, value)
                    self.store(target.value, Map(items, more))
            case Seq("list"):
                held = join_all([*items_of(container), value])
                self.store(target.value, Seq("list", None, held, container.count))
            case Host(_, True):
                self.asked_all(target, target, value, "numpy.ndarray.__setitem__")

    # -- attributes and items -----------------------------------------------------------

    def _attribute(self, node: ast.Attribute) -> Value:
        base = self.expr(node.value)
        name = node.attr
        match base:
            case Lib(dotted):
                if name in _MODULE_NUMBERS and dotted in ("math", "numpy", "jax.numpy"):
                    return Host(())
                return Lib(self.facts.names.of(node) or f"{dotted}.{name}")
            case Array(levels, shape):
                return self._of_array(node, base, levels, shape)
            case Tree(levels):
                if name in METADATA:
                    return _SHAPE_NUMBER
                if name in _METHODS_OF_ARRAYS:
                    return Method(base, name, node.value)
                if levels:
                    return Unknown(f"whether `{self.shown(node)}` is an array is not known")
                return base
            case Host(_, True):
                if name in ("shape", "ndim", "size"):
                    return _SHAPE_NUMBER
                return base if name in _ARRAY_PARTS else Method(base, name, node.value)
            case Instance():
                return self.of_instance(node, base)
            case Class(owner):
                return self.of_class(node, owner)
            case Network():
                return Method(base, name, node.value)
            case Unknown(why, _, holds):
                why = why or f"what `{self.shown(node.value)}` is is not known"
                return Unknown(why, holds=holds)
        return Method(base, name, node.value)

    def _of_array(self, node: ast.Attribute, base: Value, levels: object, shape: object) -> Value:
        assert isinstance(base, Array)
        known = base.shape
        match node.attr:
            case "shape":
                if known is None:
                    return Seq("tuple", None, _SHAPE_NUMBER)
                return Seq("tuple", tuple(_size(s) for s in known))
            case "ndim":
                return Const(len(known)) if known is not None else _SHAPE_NUMBER
            case "size" | "itemsize" | "nbytes":
                return _SHAPE_NUMBER
            case "dtype" | "sharding" | "aval" | "weak_type":
                return Unknown("types are not followed", True)
            case "T" | "mT" | "real" | "imag":
                turned = tuple(reversed(known)) if known is not None else None
                return self.array(node, "eager", node.attr, base.levels, turned)
        return Method(base, node.attr, node.value)

    def of_instance(self, node: ast.Attribute, owner: Instance) -> Value:
        """An attribute of an object of this file."""
        raise NotImplementedError

    def of_class(self, node: ast.Attribute, owner: ast.ClassDef) -> Value:
        """An attribute of a class of this file."""
        raise NotImplementedError

    def _subscript(self, node: ast.Subscript) -> Value:
        base, index = self.expr(node.value), self.expr(node.slice)
        return self.item(node, base, index)

    def item(self, node: ast.expr, base: Value, index: Value) -> Value:
        """One item of a value, or a slice."""
        match base, index:
            case (Seq(kind, items, item), Const(place)) if type(place) is int:
                if items is None:
                    return item
                in_reach = -len(items) <= place < len(items)
                return items[place] if in_reach else Unknown("there is no such item")
            case (Seq(kind, items, item, _), _):
                held = join_all(items_of(base)) if items != () else item
                sliced = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)
                return Seq(kind, None, held) if sliced else held
            case (Map(items, rest), Const(key)):
                found = next((v for k, v in items if k == key), None)
                if found is not None:
                    return found
                return rest if rest is not None else Unknown("there is no such key")
            case (Map(items, rest), _):
                return join_all([v for _, v in items] + ([rest] if rest is not None else []))
            case (Array(levels, shape, made), _):
                whole = isinstance(node, ast.Subscript) and not isinstance(
                    node.slice, (ast.Slice, ast.Tuple)
                )
                number = isinstance(index, (Const, Host)) or index == _SHAPE_NUMBER
                single = whole and number and index != NONE
                levels = levels | levels_of(index)
                part = element(shape) if single else None
                how = "item" if single else "eager"
                return self.array(node, how, "indexing", levels, part, made)
            case (Tree(levels, made), (Host() | Unknown(_, True))) if not levels:
                taken = self.hand(node, "item", "indexing", made)
                return Tree(levels, taken)
            case (Tree(), _):
                return base
            case (Host(shape, True), _):
                if on_device(index):
                    self.asked(node, node, index, "numpy.ndarray.__getitem__")
                return Host(None, True)
            case (Unknown(), _):
                return base
        return Unknown(f"what `{self.shown(node)}` is is not known")

    # -- operators ----------------------------------------------------------------------

    def _binary(self, node: ast.BinOp) -> Value:
        left, right = self.expr(node.left), self.expr(node.right)
        return self.operated(node, type(node.op), left, right, node.right)

    def operated(
        self, node: ast.expr, op: type[ast.AST], left: Value, right: Value, expression: ast.expr
    ) -> Value:
        """What an operator gives."""
        match left, right:
            case (Const(a), Const(b)) if op in _OPERATORS and _small(a) and _small(b):
                try:
                    return Const(_OPERATORS[op](a, b))
                except (TypeError, ZeroDivisionError, ValueError, OverflowError, MemoryError):
                    return Unknown("it fails")
            case (Const(text), _) if isinstance(text, str):
                self.asked_all(node, expression, right, "format")
                return Unknown("a text")
            case ((Array() | Tree()), _) | (_, (Array() | Tree())):
                return self._on_arrays(node, op, left, right)
            case (Seq("list" | "tuple", xs), Seq("list" | "tuple", ys)) if op is ast.Add:
                if xs is not None and ys is not None and len(xs) + len(ys) <= MOST_ITEMS:
                    return Seq(left.kind, (*xs, *ys))
                return Seq(left.kind, None, join_all([*items_of(left), *items_of(right)]))
            case (Seq(kind, _, _, _), _) if op is ast.Mult:
                return Seq(kind, None, join_all(items_of(left)))
            case (Unknown(_, True), (Const() | Host() | Unknown(_, True))) | (
                (Const() | Host()),
                Unknown(_, True),
            ):
                return _SHAPE_NUMBER
            case ((Const() | Host()), (Const() | Host())):
                both = [_host_shape(v) for v in (left, right)]
                array = any(isinstance(v, Host) and v.array for v in (left, right))
                return Host(broadcast(both), array)
            case (Unknown(why), _) | (_, Unknown(why)):
                return Unknown(why)
        return Unknown("it is computed from what is not followed")

    def _on_arrays(self, node: ast.expr, op: type[ast.AST], left: Value, right: Value) -> Value:
        levels = levels_of(left, right)
        if op in _EXACT:
            levels = self.without_gradient(levels)
        plain = [v for v in (left, right) if not isinstance(v, (Unknown, Tree))]
        shape = broadcast([_host_shape(v) for v in plain]) if len(plain) == 2 else None
        if op is ast.MatMult:
            shape = None
        name = op.__name__.lower()
        if any(isinstance(v, Tree) for v in (left, right)) and op not in _OF_ARRAYS_ONLY:
            return self.tree(node, "eager", name, levels)
        return self.array(node, "eager", name, levels, shape)

    def _unary(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            known = self.test(node.operand, "not")
            decided = truth(known)
            if decided is not None:
                return Const(not decided)
            by_shapes = isinstance(known, Unknown) and known.of_shapes
            return Unknown("the truth of it is not known", by_shapes)
        value = self.expr(node.operand)
        match value:
            case Const(number) if isinstance(number, (int, float)) and not isinstance(number, bool):
                if isinstance(node.op, ast.USub):
                    return Const(-number)
                return value if isinstance(node.op, ast.UAdd) else Host(())
            case Array(levels, shape):
                return self.array(node, "eager", "negative", levels, shape)
        return value

    def _compare(self, node: ast.Compare) -> Value:
        left = self.expr(node.left)
        out: Value = Const(True)
        for op, side in zip(node.ops, node.comparators, strict=True):
            right = self.expr(side)
            out = self._compared(node, op, left, right, side)
            if truth(out) is False:
                return out
            left = right
        return out

    def _compared(
        self, node: ast.Compare, op: ast.cmpop, left: Value, right: Value, side: ast.expr
    ) -> Value:
        if isinstance(op, (ast.Is, ast.IsNot)):
            same = _same(left, right)
            if same is None:
                return Unknown(_why(left) or "whether it is that is not known")
            return Const(same is isinstance(op, ast.Is))
        if isinstance(op, (ast.In, ast.NotIn)):
            self._searched(node, left, right, side)
            inside = _inside(left, right)
            if inside is None:
                return Unknown(_why(left) or _why(right) or "whether it is in there is not known")
            return Const(inside is isinstance(op, ast.In))
        if isinstance(op, (ast.Eq, ast.NotEq)):
            texts = [v for v in (left, right) if isinstance(v, Const) and isinstance(v.value, str)]
            if len(texts) == 1 and isinstance(left if right is texts[0] else right, _PLAIN):
                return Const(isinstance(op, ast.NotEq))
            if NONE in (left, right) and _same(left, right) is not None:
                return Const(_same(left, right) is isinstance(op, ast.Eq))
        return self.operated(node, type(op), left, right, side)

    def _searched(self, node: ast.Compare, left: Value, right: Value, side: ast.expr) -> None:
        """`x in (1, 2)` asks which one it is."""
        if isinstance(left, Array) and isinstance(right, Seq):
            self.meet(node, (left,))
            self.asked(node, node.left, left, "in")
        elif isinstance(right, Array):
            self.meet(node, (right,))
            self.asked(node, side, right, "in")

    def _boolean(self, node: ast.BoolOp) -> Value:
        conjunction = isinstance(node.op, ast.And)
        found: list[Value] = []
        for value in node.values:
            last = value is node.values[-1]
            word = "and" if conjunction else "or"
            known = self.expr(value) if last else self.test(value, word)
            decided = truth(known)
            if decided is (not conjunction):
                return join_all([*found, known])
            if decided is None or last:
                found.append(known)
        return join_all(found)

    def test(self, node: ast.expr, via: str) -> Value:
        """Ask for the truth of an expression; what it is, for `truth`."""
        if isinstance(node, ast.BoolOp):
            conjunction = isinstance(node.op, ast.And)
            open_: list[Value] = []
            for i, part in enumerate(node.values):
                if open_ and i:
                    with self.guarded(node.values[i - 1], open_[-1]):
                        known = self.test(part, via)
                else:
                    known = self.test(part, via)
                decided = truth(known)
                if decided is (not conjunction):
                    return known
                if decided is None:
                    open_.append(known)
            return _either(open_) if open_ else Const(conjunction)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            known = self.test(node.operand, via)
            decided = truth(known)
            return known if decided is None else Const(not decided)
        value = self.expr(node)
        self.meet(node, (value,))
        if isinstance(value, Array) or (isinstance(value, Tree) and isinstance(node, ast.Compare)):
            self.asked(node, node, value, via)
        return value

    def _choice(self, node: ast.IfExp) -> Value:
        known = self.test(node.test, "if")
        decided = truth(known)
        if decided is not None:
            return self.expr(node.body if decided else node.orelse)
        with self.guarded(node.test, known):
            return join(self.expr(node.body), self.expr(node.orelse))

    # -- literals -----------------------------------------------------------------------

    def _constant(self, node: ast.Constant) -> Value:
        return Const(node.value)

    def _text(self, node: ast.JoinedStr) -> Value:
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.asked_all(node, part.value, self.expr(part.value), "format")
        return Unknown("a text")

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
        self.frame.yields = True
        if node.value is not None:
            self.expr(node.value)
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
        for generator in node.generators:
            source = self.expr(generator.iter)
            item, size = self.iterated(source, generator.iter)
            if size == 0:
                count = 0
                break
            count = None if count is None or size is None or generator.ifs else count * size
            self.loops.append(self._turn(node, size))
            turns += 1
            if isinstance(source, Array):  # each item is fetched from it in its own turn
                item = self.iterated(source, generator.iter)[0]
            self.assign(generator.target, item)
            for test in generator.ifs:
                known = self.test(test, "if")
                self.guards.append(Guard(test, either_way(known), len(self.chain)))
                open_ += 1
        out: Value = Seq("list", (), count=0)
        if count != 0:
            out = self._gathered(node, count)
        del self.loops[len(self.loops) - turns :]
        del self.guards[len(self.guards) - open_ :]
        self.frame.names = before
        return out

    def _turn(self, node: LoopNode, count: int | None) -> Turn:
        handed = self.handed
        return Turn(node, count, handed, len(self.chain), len(self.guards), handed)

    def _gathered(self, node: Comprehension, count: int | None) -> Value:
        if isinstance(node, ast.DictComp):
            self.expr(node.key)
            return Map((), self.expr(node.value))
        item = self.expr(node.elt)
        kind = "iterator" if isinstance(node, ast.GeneratorExp) else "list"
        return Seq(kind, None, item, count)


def _either(values: list[Value]) -> Value:
    shapes = all(isinstance(v, Unknown) and v.of_shapes for v in values)
    whys = [v.why for v in values if isinstance(v, Unknown)]
    return Unknown(whys[0] if whys else "the truth of it is not known", shapes)


def _size(size: int | None) -> Value:
    return _SHAPE_NUMBER if size is None else Const(size)


def _small(value: object) -> bool:
    if isinstance(value, (int, float)):
        return abs(value) < _LARGEST
    return isinstance(value, str) and len(value) < 200


def _host_shape(value: Value) -> tuple[int | None, ...] | None:
    match value:
        case Host(shape) | Array(_, shape):
            return shape
        case Const():
            return ()
    return None


def _why(value: Value) -> str:
    return value.why if isinstance(value, Unknown) else ""


_PLAIN = (Array, Tree, Host, Seq, Map, *CALLABLE)


def _same(left: Value, right: Value) -> bool | None:
    """`left is right`, where one of them is a constant."""
    match left, right:
        case (Const(a), Const(b)):
            return a is b or (a == b and type(a) is type(b))
        case (Const(a), other) | (other, Const(a)):
            if isinstance(other, Tree) and other.levels and a is None:
                return None  # a tree of no leaves is one of them
            if isinstance(other, (Array, Tree, Seq, Map, Instance, *CALLABLE)):
                return False
            if isinstance(other, Host) and (a is None or other.array):
                return False
            return False if isinstance(other, Unknown) and other.of_shapes and a is None else None
        case (Lib(a), Lib(b)):
            return a == b
    return None


def _inside(left: Value, right: Value) -> bool | None:
    """`left in right`."""
    match left, right:
        case (Const(a), Const(b)) if isinstance(a, str) and isinstance(b, str):
            return a in b
        case (Const(), Seq(_, items)) if items is not None:
            if left in items:
                return True
            return False if all(isinstance(i, Const) for i in items) else None
        case (Const(a), Map(items, rest)):
            if any(k == a for k, _ in items):
                return True
            return False if rest is None else None
    return None


# Of these the derivative is nought, so that a gradient does not trace them.
_EXACT = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.FloorDiv)
# Of these a container has none.
_OF_ARRAYS_ONLY = (ast.Sub, ast.Div, ast.Pow, ast.MatMult, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_METHODS_OF_ARRAYS = frozenset(
    {"item", "tolist", "block_until_ready", "astype", "reshape", "sum", "mean", "max", "min",
     "std", "var", "prod", "any", "all", "argmax", "argmin", "squeeze", "ravel", "flatten", "dot",
     "transpose", "at", "get", "items", "keys", "values", "replace", "_replace", "copy",
     "__array__", "tobytes"}
)  # fmt: skip
# Decorators that say what a function is for, and leave it as it is.
_KEEPS = frozenset(
    {"builtins.staticmethod", "builtins.classmethod", "builtins.property", "functools.cache",
     "functools.lru_cache", "functools.cached_property", "abc.abstractmethod", "typing.override",
     "typing.no_type_check", "beartype.beartype", "typing.final", "flax.linen.compact",
     "jax.named_call", "jax.custom_vjp", "jax.custom_jvp"}
)  # fmt: skip
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
