# not executed: nothing is rewritten
import jax


def layer(key, rows, columns):
    return jax.random.normal(key, (rows, columns)) / rows


def pair(key, width):
    keys = jax.random.split(key, 2)
    # the two networks
    first = layer(keys[0], 2, width)
    second = layer(keys[0], 2, 1)  # want: JOL802 warning "nothing uses `keys\[1\]`"
    return first.sum() + second.sum()


def named(key, width):
    left, right = jax.random.split(key)
    first = layer(left, 2, width)
    second = layer(left, 2, 1)  # want: JOL802 warning "nothing uses `right`"
    return first.sum() + second.sum()


print(pair(jax.random.key(0), 3), named(jax.random.key(1), 2))
