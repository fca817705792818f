import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (8, 9)),)


def run(field):
    """Five-point Laplacian of a float32 field with zeros outside."""
    padded = jnp.pad(field, 1)
    rows = []
    for i in range(field.shape[0]):
        up, here, down = padded[i], padded[i + 1], padded[i + 2]
        rows.append(up[1:-1] + down[1:-1] + here[:-2] + here[2:] - 4 * here[1:-1])
    return jnp.stack(rows)
