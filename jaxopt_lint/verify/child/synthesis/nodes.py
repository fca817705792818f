"""What is known of arguments so far: trees of nodes, which are never changed in place.

Sizes are texts in the grammar of specs, over names such as `d3`: "d3", "2 * d3", "4". Every node
has a number, by which a use of its value leads back to it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

_numbers = itertools.count(1)
_NAME = re.compile(r"\bd\d+\b")


def fresh() -> str:
    """The name of a new size."""
    return f"d{next(_numbers)}"


@dataclass(frozen=True)
class Node:
    """One value of an argument."""

    number: int = field(default_factory=lambda: next(_numbers), init=False, compare=False)


@dataclass(frozen=True)
class Unknown(Node):
    """Not used so far.

    Attributes:
        hint: what an annotation says: "array", or nothing.
        answer: of which made-up function it is what comes back, and at which place of it; 0 for an
            argument, -1 for the whole.
    """

    hint: str = ""
    answer: tuple[int, int] = (0, -1)


@dataclass(frozen=True)
class Array(Node):
    """An array of numbers; `host` for one of NumPy's, `told` where it is known for sure."""

    dims: tuple[str, ...]
    dtype: str = "f32"
    host: bool = False
    least: int = 0  # dims that its uses ask for
    told: bool = False


@dataclass(frozen=True)
class Key(Node):
    """A random key, typed or raw, or as many as there are."""

    raw: bool
    dims: tuple[str, ...] = ()


@dataclass(frozen=True)
class Size(Node):
    """A whole number of Python's, which may be a size of arrays as well."""

    size: str


@dataclass(frozen=True)
class Literal(Node):
    """A plain value."""

    value: Any


@dataclass(frozen=True)
class Sequence(Node):
    """A tuple or a list."""

    items: tuple[Node, ...]
    kind: str = "tuple"


@dataclass(frozen=True)
class Dict(Node):
    """A dict with the keys that were asked for, or with those that it has (`whole`)."""

    items: tuple[tuple[Any, Node], ...]
    whole: bool = False


@dataclass(frozen=True)
class Made(Node):
    """What a call of a class or of a function gives.

    Attributes:
        target: "module:name" of what is called.
        open: whether it takes any attribute that it is asked for.
    """

    target: str
    args: tuple[Node, ...] = ()
    kwargs: tuple[tuple[str, Node], ...] = ()
    open: bool = False


def children(node: Node) -> tuple[Node, ...]:
    """The nodes right below one."""
    if isinstance(node, Sequence):
        return node.items
    if isinstance(node, Dict):
        return tuple(one for _, one in node.items)
    if isinstance(node, Made):
        return (*node.args, *(one for _, one in node.kwargs))
    return ()


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it."""
    yield node
    for child in children(node):
        yield from walk(child)


def changed(node: Node, change: Callable[[Node], Node]) -> Node:
    """The tree with every node changed, those below first; numbers stay."""
    new = node
    if isinstance(node, Sequence):
        new = replace(node, items=tuple(changed(one, change) for one in node.items))
    elif isinstance(node, Dict):
        new = replace(node, items=tuple((k, changed(one, change)) for k, one in node.items))
    elif isinstance(node, Made):
        new = replace(
            node,
            args=tuple(changed(one, change) for one in node.args),
            kwargs=tuple((k, changed(one, change)) for k, one in node.kwargs),
        )
    return change(_numbered(new, node.number))


def _numbered(node: Node, number: int) -> Node:
    if node.number != number:
        object.__setattr__(node, "number", number)
    return node


def put(root: Node, number: int, new: Node) -> Node:
    """The tree with another node in the place of one."""
    return changed(root, lambda one: new if one.number == number else one)


def sizes(node: Node) -> tuple[str, ...]:
    """The texts of all sizes below a node."""
    found: list[str] = []
    for one in walk(node):
        if isinstance(one, (Array, Key)):
            found += one.dims
        elif isinstance(one, Size):
            found.append(one.size)
    return tuple(found)


def arrays(root: Node) -> list[Array]:
    """The arrays below a node of which not all is known, each once."""
    found = [one for one in walk(root) if isinstance(one, Array) and not one.told]
    return list({one.number: one for one in found}.values())


def names(root: Node) -> list[str]:
    """The names of sizes, those of arrays first, each once."""
    arrays = [size for one in walk(root) if isinstance(one, (Array, Key)) for size in one.dims]
    found = [name for size in (*arrays, *sizes(root)) for name in _NAME.findall(size)]
    return list(dict.fromkeys(found))


def names_in(size: str) -> list[str]:
    """The names in the text of a size."""
    return _NAME.findall(size)


def equated(root: Node, name: str, size: str) -> Node:
    """The tree in which a name of a size stands for another size."""
    given = size if re.fullmatch(r"\w+", size) else f"({size})"

    def renamed(text: str) -> str:
        return re.sub(rf"\b{name}\b", given, text) if text != name else size

    return changed(root, lambda node: sized(node, renamed))


def sized(node: Node, change: Callable[[str], str]) -> Node:
    """A node, those below it left out, with the texts of its sizes changed."""
    new = node
    if isinstance(node, (Array, Key)):
        new = replace(node, dims=tuple(change(one) for one in node.dims))
    elif isinstance(node, Size):
        new = replace(node, size=change(node.size))
    return _numbered(new, node.number)


def text(node: Node) -> str:
    """The spec of a node; what was never used is None."""
    if isinstance(node, Array):
        host = "np." if node.host else ""
        return f"{host}{node.dtype}[{', '.join(node.dims) or '()'}]"
    if isinstance(node, Key):
        if not node.dims:
            return "rawkey" if node.raw else "key"
        return f"{'u32' if node.raw else 'keys'}[{', '.join([*node.dims, *['2'] * node.raw])}]"
    if isinstance(node, Size):
        return node.size
    if isinstance(node, Literal):
        return repr(node.value)
    if isinstance(node, Sequence):
        inside = ", ".join(text(one) for one in node.items)
        if node.kind == "list":
            return f"[{inside}]"
        return f"({inside},)" if node.items else "()"
    if isinstance(node, Dict):
        return "{" + ", ".join(f"{key!r}: {text(one)}" for key, one in node.items) + "}"
    if isinstance(node, Made):
        given = [repr(node.target), *(text(one) for one in node.args)]
        given += [f"{name}={text(one)}" for name, one in node.kwargs]
        return f"ref({', '.join(given)})"
    return "None"


def renamed(root: Node, shown: dict[str, str]) -> Node:
    """The tree with other names of sizes."""
    for name, new in shown.items():
        root = equated(root, name, new)
    return root
