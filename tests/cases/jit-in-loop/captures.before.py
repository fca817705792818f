# not executed: the fix is refused
import jax


def unrolled_layers(layers, count):
    out = []
    for i in range(count):

        def ith(tree):
            return jax.tree.map(lambda leaf: leaf[i], tree)

        out.append(jax.jit(ith)(layers))  # want: JOL101 "`ith`, which is made anew,"
    return out
