import jax
import jax.numpy as jnp


def unrolled_layers(layers, count):
    out = []
    for i in range(count):

        def ith(tree):
            # One layer.
            return jax.tree.map(lambda leaf: leaf[i], tree)

        out.append(jax.jit(ith)(layers))  # want: JOL101 "`ith`, which is made anew,"
    return out


def decayed(x, rate):
    for k in range(5):
        x = jax.jit(lambda v: v * (1 - rate) ** k)(x)  # want: JOL101 "a new lambda"
    return x


def named(x):
    total = jnp.zeros(())
    for step in range(5):

        @jax.jit
        def grown(v):  # want: JOL101 "`grown`"
            return jnp.sum(v + step)

        total = total + grown(x)
    return total


def run(layers, x):
    return unrolled_layers(layers, 2), decayed(x, 0.1), named(x)


def inputs(key):
    k1, k2 = jax.random.split(key)
    return {"w": jax.random.normal(k1, (2, 3))}, jax.random.normal(k2, (5,))
