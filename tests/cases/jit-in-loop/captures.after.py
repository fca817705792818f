import jax
import jax.numpy as jnp


def unrolled_layers(layers, count):
    out = []

    def ith(tree, i):
        # One layer.
        return jax.tree.map(lambda leaf: leaf[i], tree)

    jitted_ith = jax.jit(ith)
    for i in range(count):
        out.append(jitted_ith(layers, i))
    return out


def decayed(x, rate):
    jitted = jax.jit(lambda v, k: v * (1 - rate) ** k)
    for k in range(5):
        x = jitted(x, k)
    return x


def named(x):
    total = jnp.zeros(())

    @jax.jit
    def grown(v, step):
        return jnp.sum(v + step)

    for step in range(5):
        total = total + grown(x, step)
    return total


def run(layers, x):
    return unrolled_layers(layers, 2), decayed(x, 0.1), named(x)


def inputs(key):
    k1, k2 = jax.random.split(key)
    return {"w": jax.random.normal(k1, (2, 3))}, jax.random.normal(k2, (5,))
