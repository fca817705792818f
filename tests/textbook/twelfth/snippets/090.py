from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

Params = Any


def ema_update(ema: Params, params: Params, decay: float) -> Params:
    """Exponential moving average of a parameter tree."""
    return jax.tree_map(lambda e, p: decay * e + (1.0 - decay) * p, ema, params)


def param_count(params: Params) -> int:
    return sum(p.size for p in jax.tree.leaves(params))


def main() -> None:
    key = jax.random.key(0)
    params = {"w": jax.random.normal(key, (32, 32)), "b": jnp.zeros((32,))}
    ema = params
    update = jax.jit(ema_update)
    for _ in range(10):
        params = jax.tree.map(lambda p: 0.9 * p, params)
        ema = update(ema, params, 0.99)
    print(param_count(ema), jnp.linalg.norm(ema["w"]))


if __name__ == "__main__":
    main()
