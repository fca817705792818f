"""The part of the watch that stands on JAX's public interface alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import Any


class Unknown:
    """A type that no value has: what this JAX calls it is not known."""


@dataclass
class Call:
    """The call of a compiled function that led to a trace or a compilation.

    Attributes:
        function: as the user gave it to jit.
        wrapper: what stands for that use of jit; the same object for the same one.
    """

    function: Any
    wrapper: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    static_positions: tuple[int, ...] = ()
    static_names: tuple[str, ...] = ()


class Public:
    """Asks public things; what only private parts can say is unknown."""

    missing: tuple[str, ...] = (
        "waits inside of libraries, and by `if` and formats",
        "why a program was compiled again",
        "what programs hold: unrolled loops, captured constants, residuals, what they compute "
        "twice, collectives",
        "side effects while tracing, leaked tracers, state that changes after a trace",
    )

    def __init__(self, jax: Any) -> None:
        self.jax = jax

    def array_type(self) -> type:
        """The type of arrays on the device."""
        return Unknown

    def tracer_type(self) -> type:
        """The base class of tracers."""
        return self.jax.core.Tracer  # type: ignore[no-any-return]

    def jitted_type(self) -> type:
        """The type of compiled functions."""
        return type(self.jax.jit(_nothing))

    def tracing(self) -> bool:
        """Whether a trace is going on in this thread."""
        return False

    def mapped(self) -> bool:
        """Whether a mapped axis is in scope in this thread."""
        return False

    def is_key_type(self, dtype: Any) -> bool:
        """Whether a dtype is one of typed random keys."""
        return bool(self.jax.dtypes.issubdtype(dtype, self.jax.dtypes.prng_key))

    def call(self, frame: FrameType | None) -> Call | None:
        """The innermost call of a compiled function on the stack."""
        return None

    def program(self, frame: FrameType | None) -> Any:
        """The closed jaxpr that the functions on the stack are lowering, or `None`."""
        return None

    def executable(self, frame: FrameType | None) -> Any:
        """What the backend has just made."""
        return None

    def frames(self, equation: Any) -> list[tuple[Any, int]]:
        """Code and offset of an instruction, for each frame that made an equation, innermost
        first."""
        return []

    def transforms(self, equation: Any) -> tuple[str, ...]:
        """The transforms that an equation came of, as `jvp` and `transpose`."""
        return ()

    def scan_parts(self, equation: Any) -> tuple[int, int]:
        """How many inputs of a `scan` are the same in each round, and how many it carries on."""
        return 0, 0

    def watch_fetches(
        self, fetched: Callable[[str, Any, bool, float, FrameType | None], None], told: list[int]
    ) -> None:
        """Have fetches of values to the host told: how, of what, whether it was ready, seconds.

        Args:
            told: the id of an array whose next fetch is told already, or 0.
        """


def _nothing() -> None:
    return None
