"""Stand-ins for arguments of which nothing is known: the first use ends the call, and tells."""

from __future__ import annotations

import dis
import itertools
import sys
from types import FrameType
from typing import Any, NoReturn

_UNPACK = dis.opmap["UNPACK_SEQUENCE"]
_SUBSCRIPTS = ("BINARY_SUBSCR", "BINARY_OP")
_CHECKS_KEY = "_check_prng_key"
_SEEDS = "_key"  # where jax makes a key of a number
_LIBRARIES = ("jax", "jaxlib", "flax", "equinox", "optax", "numpy", "functools", "inspect")
_DEEP = 6  # frames below a use among which jax may check a key


class Learned(BaseException):
    """What a use says of an argument. No `except Exception` of the user's code may catch it.

    Attributes:
        number: of the node.
        how: the kind of use.
        what: a key, a name, a number of items.
        mapped: whether the value is one of those that a transform maps over.
        where: the module of the code that uses it.
        library: the one whose transform was given the value.
        method: whether the code calls the attribute that it asks for; None where that is not known.
    """

    method: bool | None = None

    def __init__(self, number: int, how: str, what: Any = None) -> None:
        super().__init__(f"argument {number}: {how} {what!r}")
        self.number, self.how, self.what = number, how, what
        self.mapped = False
        self.library = ""
        self.where = str(sys._getframe(2).f_globals.get("__name__", ""))


class Stand:
    """An argument that nobody has looked at so far."""

    number: int

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        frame = sys._getframe(1)
        if _in_key_check(frame):
            raise Learned(self.number, "key")
        if frame.f_code.co_name == _SEEDS and frame.f_locals.get("seed") is self:
            raise Learned(self.number, "whole")
        if name == "shape":
            raise Learned(self.number, "rank", _asked_rank(frame))
        learned = Learned(self.number, "attribute", name)
        learned.method = _calls(frame)
        raise learned

    def __getitem__(self, item: Any) -> NoReturn:
        raise Learned(self.number, "item", item)

    def __iter__(self) -> NoReturn:
        frame = sys._getframe(1)
        count = _unpacked(frame)
        if count is not None:
            raise Learned(self.number, "unpacked", count)
        count = _unpacked_each(frame)
        raise Learned(self.number, "iterated" if count is None else "unpacked each", count)

    def __len__(self) -> NoReturn:
        raise Learned(self.number, "iterated")

    def __contains__(self, item: Any) -> NoReturn:
        raise Learned(self.number, "contains", item)

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise Learned(self.number, "called", len(args) + len(kwargs))

    def __index__(self) -> NoReturn:
        raise Learned(self.number, "whole")

    def __bool__(self) -> NoReturn:
        raise Learned(self.number, "flag")

    def __float__(self) -> NoReturn:
        raise Learned(self.number, "float")

    def __array__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise Learned(self.number, "host")

    def __fspath__(self) -> NoReturn:
        raise Learned(self.number, "path")

    def __enter__(self) -> NoReturn:
        raise Learned(self.number, "attribute", "__enter__")

    def __exit__(self, *ended: Any) -> None:
        pass

    def __str__(self) -> str:
        return type(self).__name__

    __repr__ = __str__
    __hash__ = None  # type: ignore[assignment]


def _compared(self: Stand, other: Any) -> NoReturn:
    raise Learned(self.number, "equal", other)


def _computed(self: Stand, *others: Any) -> NoReturn:
    # A number to be computed with one number, as a weight of a loss, is seldom more than that.
    alone = any(getattr(other, "ndim", None) == 0 for other in others)
    shapes = [getattr(other, "shape", ()) for other in others if not isinstance(other, Stand)]
    like = next((shape for shape in shapes if isinstance(shape, tuple) and shape), None)
    raise Learned(self.number, "number", "alone" if alone else like)


def _ordered(self: Stand, other: Any) -> NoReturn:
    following = _following(sys._getframe(1))
    if type(other) in (int, float) and following and _asks(following[0].opname):
        raise Learned(self.number, "bounded", other)
    _computed(self, other)


def _asks(name: str) -> bool:
    """Whether an instruction wants to know whether a value is true."""
    return name in ("TO_BOOL", "UNARY_NOT") or ("JUMP" in name and "_IF_" in name)


def _divided(self: Stand, other: Any) -> NoReturn:
    raise Learned(self.number, "divided")


def _product(self: Stand, other: Any) -> NoReturn:
    raise Learned(self.number, "product")


_BINARY = ("add", "sub", "mul", "truediv", "pow", "and", "or", "xor",
           "lshift", "rshift", "divmod")  # fmt: skip
for _name in _BINARY:
    setattr(Stand, f"__{_name}__", _computed)
    setattr(Stand, f"__r{_name}__", _computed)
for _name in ("neg", "pos", "abs", "invert", "round", "complex"):
    setattr(Stand, f"__{_name}__", _computed)
for _name in ("lt", "le", "gt", "ge"):
    setattr(Stand, f"__{_name}__", _ordered)
for _name in ("eq", "ne"):
    setattr(Stand, f"__{_name}__", _compared)
for _name in ("floordiv", "rfloordiv", "mod", "rmod"):
    setattr(Stand, f"__{_name}__", _divided)
for _name in ("matmul", "rmatmul"):
    setattr(Stand, f"__{_name}__", _product)
Stand.__int__ = Stand.__index__  # type: ignore[attr-defined]


def stand(number: int) -> Stand:
    """The stand-in of a node. Its type is its own: errors of libraries name types."""
    made: Stand = type(f"Unknown{number}_", (Stand,), {"number": number})()
    return made


def _unpacked(frame: FrameType) -> int | None:
    """How many names the code in a frame is unpacking into; None where it does not."""
    code = frame.f_code.co_code
    place = frame.f_lasti
    return code[place + 1] if code[place] == _UNPACK else None


def _unpacked_each(frame: FrameType) -> int | None:
    """How many names the loop in a frame unpacks each item into; None where it does not."""
    following = _following(frame)
    if len(following) == 2 and following[0].opname == "FOR_ITER":
        return following[1].arg if following[1].opname == "UNPACK_SEQUENCE" else None
    return None


def _following(frame: FrameType) -> list[dis.Instruction]:
    """The two instructions after the one that a frame is at."""
    later = (one for one in dis.get_instructions(frame.f_code) if one.offset > frame.f_lasti)
    return list(itertools.islice((one for one in later if one.opname != "CACHE"), 2))


def _asked_rank(frame: FrameType) -> tuple[int | None, int]:
    """What code does with a shape that it just takes: the rank that it unpacks into if it does,
    and the least one that it needs."""
    following = _following(frame)
    if following and following[0].opname == "UNPACK_SEQUENCE":
        return following[0].arg, following[0].arg or 0
    if len(following) == 2 and following[1].opname in _SUBSCRIPTS:
        index = following[0].argval
        if isinstance(index, int):
            return None, index + 1 if index >= 0 else -index
    return None, 0


def _calls(frame: FrameType) -> bool | None:
    """Whether the attribute that the code in a frame loads is called at once."""
    code, place = frame.f_code.co_code, frame.f_lasti
    name = dis.opname[code[place]]
    if name == "LOAD_METHOD":
        return True
    if name != "LOAD_ATTR":
        return None
    if sys.version_info >= (3, 12) and code[place + 1] & 1:
        return True
    # What is called as `x.reshape(*shape)` is loaded as if it were not called.
    later = (one for one in dis.get_instructions(frame.f_code) if one.offset > place)
    return None if any(one.opname == "CALL_FUNCTION_EX" for one in later) else False


def _in_key_check(frame: FrameType | None) -> bool:
    for _ in range(_DEEP):
        if frame is None:
            return False
        if frame.f_code.co_name == _CHECKS_KEY:
            return True
        frame = frame.f_back
    return False


class OpenDict(dict[Any, Any]):
    """A dict that tells which further keys it is asked for."""

    number = 0

    def __missing__(self, key: Any) -> NoReturn:
        raise Learned(self.number, "item", key)


class Opened:
    """An object that tells which further attributes it is asked for.

    Attributes:
        opens: the number that it is known by; 0 where it has all that it is asked for.
    """

    opens = 0

    def __getattr__(self, name: str) -> Any:
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_globals.get("__package__") == __package__:
            frame = frame.f_back
        asking = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if not self.opens or name.startswith("_") or asking in _LIBRARIES:
            raise AttributeError(name)
        raise Learned(self.opens, "attribute", name)

    @property
    def unknown(self) -> list[int]:
        """The stand-ins that are attributes of it."""
        held = [*vars(self).values(), *vars(self).get("given", {}).values()]
        return [one.number for one in held if isinstance(one, Stand)]
