"""The variables of the environment that set JAX up, of a run whose calls are made again.

JAX reads them as it is imported, which the process that jobs come from has done long before; so
each is set as the setting of JAX that it stands for.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from typing import Any

# The harness says for itself where code runs, how exactly, and what is kept on the disk.
_OWN = (
    "JAX_PLATFORMS", "JAX_PLATFORM_NAME", "JAX_DEFAULT_MATMUL_PRECISION", "JAX_NUM_CPU_DEVICES",
    "JAX_COMPILATION_CACHE", "JAX_PERSISTENT_CACHE", "JAX_ENABLE_COMPILATION_CACHE",
    "JAX_COORDINATOR", "JAX_NUM_PROCESSES", "JAX_PROCESS_ID", "JAX_LOCAL_DEVICE_IDS", "XLA_FLAGS",
    "JAX_TRACEBACK", "JAX_LOG", "JAX_DUMP",
)  # fmt: skip
_WIDE = "JAX_ENABLE_X64"
_TRUE = {"y", "yes", "t", "true", "on", "1"}


def kept(variables: Mapping[str, str]) -> dict[str, str]:
    """Those that calls are made under again."""
    return {name: value for name, value in variables.items() if not name.startswith(_OWN)}


def are_wide(variables: Mapping[str, str]) -> bool:
    """Whether they let JAX use 64 bits."""
    return variables.get(_WIDE, "").lower() in _TRUE


def set_as_in(variables: Mapping[str, str], jax: Any) -> None:
    """Set JAX up as they do, but for the 64 bits, of which a job has its own say."""
    for name, value in variables.items():
        os.environ[name] = value
        setting = name.lower()
        known = getattr(jax.config, "values", {})
        if name == _WIDE or setting not in known:
            continue
        with contextlib.suppress(Exception):  # a value that this JAX does not take
            jax.config.update(setting, _read(known[setting], value))


def _read(now: Any, value: str) -> Any:
    if isinstance(now, bool):
        return value.lower() in _TRUE
    return type(now)(value) if isinstance(now, (int, float)) else value
