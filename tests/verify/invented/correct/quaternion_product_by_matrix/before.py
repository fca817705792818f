import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (6, 4)), jax.random.normal(k2, (6, 4))


def run(p, q):
    """Hamilton products of the rows (w, x, y, z)."""
    out = []
    for (a, b, c, d), (e, f, g, h) in zip(p, q):
        out.append(
            jnp.stack(
                [
                    a * e - b * f - c * g - d * h,
                    a * f + b * e + c * h - d * g,
                    a * g - b * h + c * e + d * f,
                    a * h + b * g - c * f + d * e,
                ]
            )
        )
    return jnp.stack(out)
