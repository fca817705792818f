"""Functions that read a clock, by which programs time themselves."""

from __future__ import annotations

CLOCKS = frozenset(
    {"time.time", "time.perf_counter", "time.monotonic", "time.process_time", "time.time_ns",
     "time.perf_counter_ns", "time.monotonic_ns", "timeit.default_timer"}
)  # fmt: skip
# They read one before and after they call what they are given.
TIMERS = frozenset({"timeit.timeit", "timeit.repeat", "timeit.Timer"})
WAITS_SINCE = (0, 2, 27)  # the JAX that has `jax.block_until_ready`, beside the method of arrays
