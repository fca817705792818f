"""What names, attributes and items hold, and how something is stored there."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from contextlib import contextmanager

from jaxopt_lint.semantics.jax.api.results import METADATA
from jaxopt_lint.semantics.jax.machine import trips
from jaxopt_lint.semantics.jax.machine.contents import (
    leaves,
    levels_of,
    may_hold_arrays,
    on_device,
)
from jaxopt_lint.semantics.jax.machine.core import Core
from jaxopt_lint.semantics.jax.machine.lattice import join, join_all
from jaxopt_lint.semantics.jax.machine.shapes import element
from jaxopt_lint.semantics.jax.machine.state import Frame
from jaxopt_lint.semantics.jax.machine.values import (
    NONE,
    SHAPE_NUMBER,
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
    Record,
    Seq,
    Tree,
    Unknown,
    Value,
    items_of,
)

_LARGEST = 10**9  # older than any work that a run hands out
_ARRAY_PARTS = frozenset({"T", "mT", "real", "imag"})
_MODULE_NUMBERS = frozenset({"pi", "e", "inf", "nan", "newaxis", "euler_gamma", "tau"})


class Lookup(Core):
    """Looks things up in the present frame, and stores them."""

    # -- names --------------------------------------------------------------------------

    def _name(self, node: ast.Name) -> Value:
        found = self.frame.names.get(node.id)
        if found is not None:
            return self.read(found)
        scope = self.module.scope.get(node)
        holder = scope.holder(node.id) if scope is not None else None
        if holder is None:
            if node.id == "__name__":
                # The body of a module is run as the program.
                return Const("__main__") if self.hosted else Unknown("it is run or imported")
            dotted = self.facts.names.of(node)
            if dotted is not None:
                return self.of_library(dotted)
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
        if all(binding.kind == "import" for binding in holder.bindings[node.id]):
            dotted = self.facts.names.of(node)  # an import of the function itself
            if dotted is not None:
                return self.of_library(dotted)
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
            return self.of_library(dotted)
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

    def of_library(self, dotted: str) -> Value:
        """What a dotted name stands for: a number of another file, or something to be called."""
        number = self.facts.project.constants.get(dotted)
        return Lib(dotted) if number is None else Const(number)

    @contextmanager
    def aside(self, frame: Frame) -> Iterator[None]:
        """Evaluate something in another frame that has happened before, outside of everything."""
        before = self.recording, self.traces, self.guards, self.loops, self.handed
        around, self.recording = self.frame, False
        self.settle(frame)
        self.traces, self.guards, self.loops = [], [], []
        self.handed = -_LARGEST  # older than all that this run hands out
        try:
            yield
        finally:
            self.recording, self.traces, self.guards, self.loops, self.handed = before
            self.settle(around)

    def defined(self, node: ast.AST) -> Value:
        """The function or class that a definition makes, with its decorators."""
        if isinstance(node, ast.ClassDef):
            if self.frame.home is not None:
                self.classes[node] = self.frame.home
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
            if isinstance(value, Record) and value.pair:
                known = tuple(held for _, held in value.fields)
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
            if target not in self.module.scope:
                return  # a list of another file, to which something is appended here
            where = self.module.scope[target].outer.get(target.id)
            if where is None:
                self._holder(target).names[target.id] = value
            elif self.frame.outer is not None and target.id in self.frame.outer.names:
                self.frame.outer.names[target.id] = value
        elif isinstance(target, ast.Attribute):
            owner = self.expr(target.value)
            if isinstance(owner, Instance):
                self.heap[owner.number, target.attr] = value
            elif isinstance(owner, Record):
                self.store(target.value, Unknown("somebody assigns a field of it"))
        elif isinstance(target, ast.Subscript):
            self._store_item(target, value)

    def _holder(self, target: ast.Name) -> Frame:
        """The frame whose variable is bound, or whose list is changed by a nested function; those
        of the module change where its body is run."""
        frame: Frame | None = self.frame
        while isinstance(target.ctx, ast.Load) and frame is not None:
            if target.id in frame.names and (frame.function is not None or self.hosted):
                return frame
            frame = frame.outer
        return self.frame

    def _store_item(self, target: ast.Subscript, value: Value) -> None:
        container, index = self.expr(target.value), self.expr(target.slice)
        self.gathered(value)
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
                trips.write(self, container, certain=True)
                self.asked_all(target, target, value, "numpy.ndarray.__setitem__")
                if isinstance(index, Seq):  # `x[tuple(i)] = v`
                    self.asked_all(target, target.slice, index, "numpy.ndarray.__setitem__")
            case Unknown() if isinstance(target.slice, ast.Slice):
                if leaves(value) or may_hold_arrays(value):
                    self.may_wait(target, runs=False)  # an array of NumPy's would fetch it

    # -- attributes and items -----------------------------------------------------------

    def _attribute(self, node: ast.Attribute) -> Value:
        name = node.attr
        if name == "at" and isinstance(node.value, (ast.Name, ast.Attribute)):
            # What is written to one part at a time goes from turn to turn, and is not asked for.
            carries = [(turn.carries, turn.renews) for turn in self.loops]
            base = self.expr(node.value)
            for turn, before in zip(self.loops, carries, strict=True):
                turn.carries, turn.renews = before
            self.gathered(base)
        else:
            base = self.expr(node.value)
        match base:
            case Lib(dotted):
                if name in _MODULE_NUMBERS and dotted in ("math", "numpy", "jax.numpy"):
                    return Host(())
                return self.of_library(self.facts.names.of(node) or f"{dotted}.{name}")
            case Array():
                return self._of_array(node, base)
            case Tree(levels):
                if name in METADATA:
                    return SHAPE_NUMBER
                if name in _METHODS_OF_ARRAYS:
                    return Method(base, name, node.value)
                if levels:
                    return Unknown(f"whether `{self.shown(node)}` is an array is not known")
                return base
            case Host(_, True):
                if name in ("shape", "ndim", "size"):
                    return SHAPE_NUMBER
                return base if name in _ARRAY_PARTS else Method(base, name, node.value)
            case Instance():
                return self.of_instance(node, base)
            case Record(_, fields):
                held = next((v for field, v in fields if field == name), None)
                if held is not None:
                    return self.read(held)
                return self.of_record(node, base)
            case Class(owner):
                return self.of_class(node, owner)
            case Network():
                return Method(base, name, node.value)
            case Unknown() if name == "at":
                return Method(base, name, node.value)
            case Unknown(why, _, holds, came):
                why = why or f"what `{self.shown(node.value)}` is is not known"
                return Unknown(why, holds=holds, came=came)
        return Method(base, name, node.value)

    def _of_array(self, node: ast.Attribute, base: Array) -> Value:
        known = base.shape
        match node.attr:
            case "shape":
                if known is None:
                    return Seq("tuple", None, SHAPE_NUMBER)
                return Seq("tuple", tuple(_size(s) for s in known))
            case "ndim":
                return Const(len(known)) if known is not None else SHAPE_NUMBER
            case "size" | "itemsize" | "nbytes":
                return SHAPE_NUMBER
            case "dtype" | "sharding" | "aval" | "weak_type":
                return Unknown("types are not followed", True)
            case "T" | "mT" | "real" | "imag":
                turned = tuple(reversed(known)) if known is not None else None
                return self.array(node, "eager", node.attr, base.levels, turned)
        return Method(base, node.attr, node.value)

    def of_instance(self, node: ast.Attribute, owner: Instance) -> Value:
        """An attribute of an object of this file."""
        raise NotImplementedError

    def of_record(self, node: ast.Attribute, owner: Record) -> Value:
        """What an object of fields has under a name that is no field."""
        raise NotImplementedError

    def of_class(self, node: ast.Attribute, owner: ast.ClassDef) -> Value:
        """An attribute of a class of this file."""
        raise NotImplementedError

    def _subscript(self, node: ast.Subscript) -> Value:
        base = self.expr(node.value)
        index = self._index(node, base)
        if isinstance(base, Instance):
            return self.item_of(node, base, index)
        found = self.item(node, base, index)
        if isinstance(base, (Seq, Map)):
            return self.read(found)
        if self.loops and not isinstance(base, (Array, Tree, Host)):
            self.indexed.add(node)
        return found

    def _index(self, node: ast.Subscript, base: Value) -> Value:
        """What stands in the brackets. Lists have to know a place, and all that is sliced where the
        slice begins and ends."""
        given: list[tuple[ast.expr, Value]] = []
        place = node.slice
        if isinstance(place, ast.Slice):
            bounds = [bound for bound in (place.lower, place.upper, place.step) if bound]
            given = [(bound, self.expr(bound)) for bound in bounds]
            index: Value = Unknown("a slice")
        else:
            index = self.expr(place)
            given = [(place, index)] if isinstance(base, Seq) else []
        if isinstance(base, (Seq, Host, Array, Unknown)):
            for bound, value in given:
                if isinstance(value, Array) and not value.levels:
                    self.asked(node, bound, value, "index")
                    break
        return index

    def item_of(self, node: ast.Subscript, base: Instance, index: Value) -> Value:
        """An item of an object, of which its class says what that is."""
        raise NotImplementedError

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
            case (Record(_, fields, True), Const(place)) if type(place) is int:
                in_reach = -len(fields) <= place < len(fields)
                return fields[place][1] if in_reach else Unknown("there is no such item")
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
                single = whole and _is_number(index) and index != NONE
                if isinstance(index, Seq) and index.items and all(map(_is_number, index.items)):
                    # `x[i, j]`: of how many axes is not known, as with `x[i]`.
                    if NONE not in index.items:
                        return self.array(node, "item", "indexing", levels, None, made)
                levels = levels | levels_of(index)
                part = element(shape) if single else None
                how = "item" if single else "eager"
                return self.array(node, how, "indexing", levels, part, made)
            case (Tree(levels, made), (Host() | Unknown(_, True))) if not levels:
                taken = self.hand(node, "item", "indexing", made)
                return Tree(levels, taken)
            case (Tree(levels, made), _) if _of_array(node):
                return self.array(node, "eager", "indexing", levels, None, made)
            case (Tree(), _):
                return base
            case (Host(shape, True), _):
                if on_device(index):
                    self.asked(node, node, index, "numpy.ndarray.__getitem__")
                elif isinstance(index, Seq):
                    self.asked_all(node, node, index, "numpy.ndarray.__getitem__")
                return trips.part_of(self, base, None)
            case (Unknown(), _) | (Method(Array() | Tree() | Unknown(), "at", _), _):
                return base
        return Unknown(f"what `{self.shown(node)}` is is not known")


def _of_array(node: ast.expr) -> bool:
    """`x[i, :3]`: only arrays have such items."""
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple)


def _is_number(index: Value) -> bool:
    return isinstance(index, (Const, Host)) or index == SHAPE_NUMBER


def _size(size: int | None) -> Value:
    return SHAPE_NUMBER if size is None else Const(size)


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
