"""Functions that spread arrays over devices and are gone: when deprecated, when removed."""

from __future__ import annotations

Version = tuple[int, ...]

REMOVED_PLACEMENTS: dict[str, tuple[Version, Version]] = {
    "jax.sharding.PositionalSharding": ((0, 6, 0), (0, 7, 0)),
    "jax.device_put_replicated": ((0, 8, 1), (0, 10, 0)),
    "jax.device_put_sharded": ((0, 8, 1), (0, 10, 0)),
}
