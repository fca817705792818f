"""What the machine knows of a value.

A value is only what it must be. What is not known is a value too, `Unknown`, with its reason.
Values are compared and hashed by what they say, so that a call can be recognised by its arguments.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from jaxopt_lint.semantics.jax.machine.shapes import Shape
from jaxopt_lint.semantics.python.scopes import FunctionNode

Levels = frozenset[int]
CONCRETE: Levels = frozenset()


@dataclass(frozen=True, slots=True)
class Made:
    """Which work on the device a value is the result of.

    Attributes:
        node: the call, operator or subscript that handed it out.
        number: how many were handed out before it in this run.
        how: `jitted`, `eager`, `item` (one element of an array), `transfer` (from the host), as
            events of a run say it, or `before` for what was there when the run began.
        name: what was called.
        source: for an `item`, the number of the work that gave the array; 0 if it was there.
        depth: how many loops were being run.
    """

    node: ast.AST
    number: int
    how: str
    name: str
    source: int = 0
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Came:
    """Where a value of the host comes from.

    Attributes:
        root: stands for the memory that it lies in, which views share.
        born: what has a larger number was made later; 0 for what was there when the run began.
        node: where it was fetched from the device; None for what was made on the host.
        made: the work that it is the result of, where it was fetched.
        as_is: nothing has been done to it since; else only what JAX does as well.
    """

    root: int
    born: int
    node: ast.expr | None = None
    made: Made | None = None
    as_is: bool = False


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value of which nothing is known.

    Attributes:
        why: the reason, one clause.
        of_shapes: it is a number or a truth that follows from shapes alone, which differ from call
            to call: either way of a branch on it is taken some day.
        holds: the newest work on the device whose result it may hold.
        came: it holds what was fetched from the device, and nothing else; values are alike without.
    """

    why: str = ""
    of_shapes: bool = False
    holds: Made | None = None
    came: Came | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Const:
    """A value of Python itself that is written down: numbers, texts, None, True."""

    value: object

    def __eq__(self, other: object) -> bool:
        # 1, 1.0 and True are equal in Python, and not the same here.
        return (
            isinstance(other, Const)
            and type(self.value) is type(other.value)
            and self.value == other.value
        )

    def __hash__(self) -> int:
        return hash((type(self.value), self.value))


@dataclass(frozen=True, slots=True)
class Host:
    """A number of Python or an array of NumPy, whose value is not known.

    Attributes:
        shape: () for numbers; None if nothing is known of it.
        array: it is an array of NumPy.
        came: where it comes from, as far as that is known; values are alike without that.
    """

    shape: Shape = None
    array: bool = False
    came: Came | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Array:
    """One array of JAX: on the device, or a tracer.

    Attributes:
        levels: the traces that it belongs to; none if it is concrete.
        shape: as far as it is known.
        made: the work that it is the result of, where it is concrete.
    """

    levels: Levels = CONCRETE
    shape: Shape = None
    made: Made | None = None


@dataclass(frozen=True, slots=True)
class Tree:
    """An array of JAX, or a container of any form whose leaves are such arrays."""

    levels: Levels = CONCRETE
    made: Made | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """What a clock showed.

    Attributes:
        node: the call that read it.
        handed: how much work had been handed to the device by then.
        settled: how much of it had been waited for, or may have been.
        settler: what waited.
        waits: how often the program had waited for something.
        unseen: how often it may have.
        loops: how many loops were being run.
        began: how much work had been handed out when the turn of the innermost of them began.
    """

    node: ast.AST
    handed: int
    settled: int
    settler: ast.AST | None
    waits: int
    unseen: int
    loops: int
    began: int


@dataclass(frozen=True, slots=True)
class Seq:
    """A tuple, a list, or something else that one iterates over.

    Attributes:
        kind: `tuple`, `list`, `range`, or `iterator`.
        items: what stands in it; None where only `item` and perhaps `count` are known.
        item: what each of its items is.
        count: how many there are.
    """

    kind: str
    items: tuple[Value, ...] | None = None
    item: Value = Unknown()
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Map:
    """A dictionary.

    Attributes:
        items: the known keys, with their values.
        rest: what else may stand in it; None if that is all.
    """

    items: tuple[tuple[object, Value], ...] = ()
    rest: Value | None = None


@dataclass(frozen=True, slots=True)
class Func:
    """A function of this file.

    Attributes:
        frame: number of the frame that it was defined in; 0 for the module's.
        args: the arguments that are bound already, by position.
        kwargs: the same by keyword.
    """

    node: FunctionNode
    frame: int = 0
    args: tuple[Value, ...] = ()
    kwargs: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Lib:
    """Something of a library, by its dotted name; arguments may be bound already."""

    dotted: str
    args: tuple[Value, ...] = ()
    kwargs: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Wrapped:
    """What a transform made of a function.

    Attributes:
        name: the transform, dotted.
        inner: the function; None for a transform that still waits for one.
        site: the call or decorator that applies it.
        kwargs: its options.
        args: the arguments that are bound already, as the object of a method is.
    """

    name: str
    inner: Value | None
    site: ast.expr
    kwargs: tuple[tuple[str, Value], ...] = ()
    args: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Method:
    """A method of a value of a library: of an array, a list, a dictionary, a text.

    Attributes:
        at: where the object itself stands, so that a change of it can be kept.
    """

    of: Value
    name: str
    at: ast.expr


@dataclass(frozen=True, slots=True)
class Manager:
    """A context manager that a generator function makes, or what makes one.

    Attributes:
        func: the generator function.
        args: what it was given; None for what still waits to be called.
    """

    func: Value
    args: tuple[Value, ...] | None = None
    kwargs: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Class:
    """A class of this file."""

    node: ast.ClassDef


@dataclass(frozen=True, slots=True)
class Network:
    """A module of a neural-network framework, of which only the class is known.

    Attributes:
        name: of the class; "" where nobody says which one of the framework's it is.
        framework: as `framework_named` says.
    """

    name: str
    framework: str


@dataclass(frozen=True, slots=True)
class Instance:
    """An object of a class of this file; its attributes are kept by its number."""

    owner: ast.ClassDef
    number: int


@dataclass(frozen=True, slots=True)
class Record:
    """An object that is made of its fields, and never changes: a named tuple, a dataclass.

    Attributes:
        pair: the fields are items as well, in order.
    """

    owner: ast.ClassDef
    fields: tuple[tuple[str, Value], ...]
    pair: bool = False


Value = (
    Unknown | Const | Host | Array | Tree | Clock | Seq | Map | Func | Lib | Wrapped | Method
    | Manager | Class | Network | Instance | Record
)  # fmt: skip
NONE = Const(None)
TEXT = Unknown("a text")
SHAPE_NUMBER = Unknown("it follows from shapes", True)
CALLABLE = (Func, Lib, Wrapped, Method, Class)


def truth(value: Value) -> bool | None:
    """Whether a value is true; None where that is not known."""
    match value:
        case Const(known):
            return bool(known)
        case Seq(_, items, _, count) if items is not None or count is not None:
            return bool(items) if items is not None else bool(count)
        case Map(items, rest) if items or rest is None:
            return bool(items)
        case Func() | Wrapped() | Class() | Lib():
            return True
    return None


def items_of(value: Seq) -> list[Value]:
    """All that may come out of a sequence."""
    return list(value.items) if value.items is not None else [value.item]


def of_map(value: Map) -> list[Value]:
    """All values that may stand in a dictionary."""
    return [v for _, v in value.items] + ([value.rest] if value.rest is not None else [])


def with_fields(record: Record, given: Mapping[str, Value]) -> Value:
    """A record with other values for some fields."""
    kept = tuple((name, given.get(name, held)) for name, held in record.fields)
    known = {name for name, _ in kept}
    return Record(record.owner, kept, record.pair) if known >= set(given) else Unknown(
        "it is given more than it has fields"
    )  # fmt: skip
