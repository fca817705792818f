"""Private parts of JAX 0.4.35 to 0.12."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

from .public import Call, Public

_CALLS = ("cache_miss", "lower", "jit_lower", "jit_trace", "trace", "eval_shape")
_VIA = {
    "__float__": "float", "__int__": "int", "__bool__": "if", "__complex__": "complex",
    "__index__": "index", "__format__": "format", "__repr__": "repr", "__str__": "str",
    "__array__": "numpy", "tolist": "tolist", "_item": "item", "item": "item", "_fetch": "fetch",
    "device_get": "device_get", "__hash__": "hash", "__iter__": "iteration",
    "_device_get": "device_get", "__reduce__": "pickle", "__deepcopy__": "copy",
}  # fmt: skip
_DEPTH = 80


class Since0435(Public):
    """Looks at the frames of JAX that are on the stack when it says that it compiles."""

    missing = ()

    def __init__(self, jax: Any) -> None:
        super().__init__(jax)
        self.tracing = _tracing(sys.modules["jax._src.core"])  # type: ignore[method-assign]

    def array_type(self) -> type:
        return sys.modules["jax._src.array"].ArrayImpl  # type: ignore[no-any-return]

    def tracer_type(self) -> type:
        return sys.modules["jax._src.core"].Tracer  # type: ignore[no-any-return]

    def mapped(self) -> bool:
        axes = getattr(sys.modules["jax._src.core"], "get_axis_env", None)  # 0.4.35 has none
        return axes is not None and bool(axes().axis_sizes)

    def call(self, frame: FrameType | None) -> Call | None:
        for one in _outwards(frame, _DEPTH):
            code = one.f_code
            if code.co_name in _CALLS and _of_jax(code.co_filename, "pjit.py", "api.py"):
                found = self._call(one.f_locals)
                if found is not None:
                    return self._mapped(found, one) or found
        return None

    @staticmethod
    def _call(names: Any) -> Call | None:
        info = names.get("jit_info")
        function = names.get("fun")
        if function is None and "jit_func" in names:
            function = getattr(names["jit_func"], "_fun", None)
            info = getattr(names["jit_func"], "_jit_info", None)
        if function is None or "args" not in names:
            return None
        return Call(
            function, info, tuple(names["args"]), dict(names.get("kwargs") or {}),
            tuple(getattr(info, "static_argnums", None) or ()),
            tuple(getattr(info, "static_argnames", None) or ()),
        )  # fmt: skip

    @staticmethod
    def _mapped(call: Call, frame: FrameType) -> Call | None:
        """The call of `jax.pmap` that became this one of a compiled function, since JAX 0.8."""
        inner: Any = getattr(call.function, "__wrapped__", None)
        code = getattr(inner, "__code__", None)
        if code is None or not _of_jax(code.co_filename, "pmap.py"):
            return None
        cells = dict(zip(code.co_freevars, inner.__closure__ or (), strict=False))
        function = getattr(getattr(cells.get("fun"), "cell_contents", None), "f", None)
        for one in _outwards(frame, _DEPTH):
            if one.f_code.co_name == "wrapped" and _of_jax(one.f_code.co_filename, "pmap.py"):
                names = one.f_locals
                if callable(function) and "args" in names:
                    kwargs = dict(names.get("kwargs") or {})
                    return Call(function, call.wrapper, tuple(names["args"]), kwargs)
        return None

    def program(self, frame: FrameType | None) -> Any:
        for one in _outwards(frame, _DEPTH):
            if _of_jax(one.f_code.co_filename, "pxla.py"):
                names = one.f_locals
                for name in ("closed_jaxpr", "jaxpr"):
                    if hasattr(names.get(name), "consts"):
                        return names[name]
        return None

    def executable(self, frame: FrameType | None) -> Any:
        for one in _outwards(frame, 12):
            if not str(one.f_globals.get("__name__")).startswith("jax."):
                continue  # names that were looked at keep what they stood for, while the frame runs
            found = one.f_locals.get("xla_executable")
            if found is not None and hasattr(found, "hlo_modules"):
                return found
        return None

    def frames(self, equation: Any) -> list[tuple[Any, int]]:
        traceback = equation.source_info.traceback
        if traceback is None:
            return []
        codes, offsets = traceback.raw_frames()
        return list(zip(codes, offsets, strict=False))

    def transforms(self, equation: Any) -> tuple[str, ...]:
        stack = getattr(equation.source_info.name_stack, "stack", ())
        return tuple(one.name for one in stack if type(one).__name__ == "Transform")

    def scan_parts(self, equation: Any) -> tuple[int, int]:
        params = equation.params
        if "num_consts" in params:
            return params["num_consts"], params["num_carry"]
        constants, carry, _ = params["ft_in"].unpack()  # since 0.11
        return len(constants), len(carry)

    def watch_fetches(
        self, fetched: Callable[[str, Any, bool, float, FrameType | None], None], told: list[int]
    ) -> None:
        kind = self.array_type()
        given: Any = kind._value  # type: ignore[attr-defined]
        get = given.fget
        clock = time.perf_counter

        def _value(self: Any) -> Any:
            if self._npy_value is not None:
                return get(self)
            if told[0] == id(self):
                told[0] = 0
                return get(self)
            try:
                ready = self.is_ready()
            except Exception:
                return get(self)
            start = clock()
            value = get(self)
            seconds = clock() - start
            frame = sys._getframe(1)
            if _of_jax(frame.f_code.co_filename, "mlir.py"):
                return value  # a constant of a program that is being lowered
            fetched(_VIA.get(frame.f_code.co_name, "fetch"), self, ready, seconds, frame)
            return value

        kind._value = property(_value, doc=given.__doc__)  # type: ignore[attr-defined]


def _tracing(core: Any) -> Callable[[], bool]:
    """Says whether a trace is going on; asked at nearly every call, so as shortly as can be."""
    clean = core.trace_state_clean
    state, no_trace = getattr(core, "trace_state_strong_ref", None), getattr(core, "eval_trace", 0)
    try:
        if state is not None and clean() and state.value is no_trace:
            return lambda: state.value is not no_trace
    except Exception:
        return lambda: not clean()
    context = getattr(core, "trace_ctx", None)
    if state is None and clean() and getattr(context, "trace", None) is no_trace:
        return lambda: context.trace is not no_trace  # type: ignore[union-attr]
    return lambda: not clean()


def _outwards(frame: FrameType | None, depth: int) -> Iterator[FrameType]:
    """A frame and its callers, so many at most."""
    while frame is not None and depth:
        yield frame
        frame, depth = frame.f_back, depth - 1


def _of_jax(path: str, *names: str) -> bool:
    return path.endswith(names) and "jax" in path
