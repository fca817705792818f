import jax
import jax.numpy as jnp


def unstacked(layers, count):
    out = []
    for i in range(count):

        def slice_one(tree):
            return jax.tree.map(lambda leaf: leaf[:, i], tree)

        out.append(jax.jit(slice_one)(layers))  # want: JOL101 "`slice_one`, which is made anew,"
    return out


def run(w, b):
    return unstacked({"w": w, "b": b}, w.shape[1])


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (3, 2, 2)), jnp.ones((2, 2))
