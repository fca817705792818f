"""Robust statistics."""
from __future__ import annotations

import jax
import jax.numpy as jnp

__all__ = ["clipped_mean"]


def _zscores(x: jax.Array) -> jax.Array:
    med = jnp.median(x)
    mad = jnp.median(jnp.abs(x - med))
    return jnp.abs(x - med) / (1.4826 * mad)


@jax.jit
def clipped_mean(x: jax.Array, threshold: float = 3.0) -> jax.Array:
    """Mean of the entries whose robust z-score is below the threshold."""
    keep = _zscores(x) < threshold
    inliers = x[keep]
    return inliers.mean()


def main() -> None:
    x = jax.random.normal(jax.random.key(0), (10_000,))
    x = x.at[:50].set(1e3)
    print("plain", x.mean(), "clipped", clipped_mean(x))


if __name__ == "__main__":
    main()
