"""What is worked out once: a fact is a function of a file, or of what is known about a file.

    @fact
    def top_imports(module: Module) -> list[ast.stmt]:
        return [s for s in module.tree.body if isinstance(s, (ast.Import, ast.ImportFrom))]

    top_imports(module)

It is worked out at the first call and kept with its first argument, as long as that lives. A fact
with further arguments is kept for each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from time import perf_counter
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

NEVER: Any = object()  # not known yet, and not being worked out
BUSY: Any = object()  # being worked out
P = ParamSpec("P")
T = TypeVar("T")


class Holder:
    """What facts are kept with.

    Attributes:
        known: the values, by fact and by its further arguments.
        seconds: how long each fact took by itself, without the facts that it asked.
    """

    def __init__(self, within: Holder | None = None) -> None:
        self.known: dict[Fact[Any, ..., Any], dict[tuple[Any, ...], Any]] = {}
        self.seconds: dict[Fact[Any, ..., Any], float] = {}
        # Seconds that went to others, for each fact at work.
        self._lent: list[float] = [] if within is None else within._lent

    def forget(self) -> None:
        """Drop all that was worked out, once nobody asks any more.

        Most of it refers to its holder, so that the memory would only come back when the garbage
        collector walks over everything that is alive.
        """
        self.known.clear()

    def timed(self, fact: Fact[Any, ..., T], args: tuple[Any, ...]) -> T:
        """Work a fact out, and note how long it took by itself."""
        start = perf_counter()
        self._lent.append(0.0)
        try:
            return fact.function(self, *args)
        finally:
            took = perf_counter() - start
            self.seconds[fact] = self.seconds.get(fact, 0.0) + took - self._lent.pop()
            if self._lent:
                self._lent[-1] += took


H = TypeVar("H", bound=Holder)


class Fact(Generic[H, P, T]):
    """A function of a holder that is worked out once for each list of its further arguments.

    Attributes:
        meanwhile: what it answers where it is asked again before it has been worked out, as for
            functions that call each other; `NEVER` if that is a mistake.
        __doc__: the sentence that docs/facts.md shows.
    """

    def __init__(self, function: Callable[Concatenate[H, P], T], meanwhile: Any) -> None:
        self.function = function
        self.meanwhile = meanwhile
        self.__name__ = function.__name__
        update_wrapper(self, function)

    def __call__(self, holder: H, *args: P.args, **kwargs: P.kwargs) -> T:
        """The value for a file."""
        if kwargs:
            raise TypeError(f"the arguments of the fact {self.__name__} have no names")
        known = holder.known.get(self)
        if known is None:
            known = holder.known[self] = {}
        value = known.get(args, NEVER)
        if value is BUSY:
            if self.meanwhile is NEVER:
                raise RuntimeError(f"the fact {self.__name__} asks for itself")
            return self.meanwhile  # type: ignore[no-any-return]
        if value is NEVER:
            known[args] = BUSY
            try:
                value = known[args] = holder.timed(self, args)
            except BaseException:
                del known[args]
                raise
        return value  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"<fact {self.__module__}.{self.__name__}>"


@overload
def fact(function: Callable[Concatenate[H, P], T]) -> Fact[H, P, T]: ...


@overload
def fact(*, meanwhile: object) -> Callable[[Callable[Concatenate[H, P], T]], Fact[H, P, T]]: ...


def fact(function: Any = None, *, meanwhile: object = NEVER) -> Any:
    """Make a function of a holder a fact.

    Args:
        meanwhile: what the fact is taken for while it is being worked out.
    """
    if function is None:
        return lambda function: Fact(function, meanwhile)
    return Fact(function, meanwhile)
