"""Code that nothing comes to, and code that only looks so."""

from typing import TYPE_CHECKING

import jax
import jax.numpy as jnp

if TYPE_CHECKING:
    KEY = jax.random.KeyArray  # fact: unreached_rows unreached
else:
    KEY = jax.Array


def behind(x):
    return jnp.sin(x)
    return jnp.min([x, x])  # fact: unreached_rows unreached


def abstract(x):
    raise NotImplementedError
    y = x + 1  # fact: unreached_rows unreached
    return y  # fact: unreached_rows unreached


def skipped(xs):
    for x in xs:
        if x > 0:
            continue
            print(x)  # fact: unreached_rows unreached
        print(x)


def unbound(old, x):
    new = old.replace(new, x)
    new = new.replace(jnp.min([new.size, x]))  # fact: unreached_rows unreached
    return new  # fact: unreached_rows unreached


def written(x):
    if False:
        x = jnp.min([x, 1])  # fact: unreached_rows unreached
    if 1:
        x = x + 1
    else:
        x = x - 1  # fact: unreached_rows unreached
    while 0:
        x = -x  # fact: unreached_rows unreached
    return x


def inner(x):
    def unused(y):  # fact: unreached_rows unreached
        return jnp.min([y, x])  # fact: unreached_rows unreached

    def used(y):
        return jnp.sin(y)

    @jax.jit
    def kept(y):
        return y

    return used(x)


def bound(x, flag=None):
    if flag:
        y = x
    z = y
    w = [w for w in range(3)]
    size = (lambda: later)
    later = size
    return z, w, later or never


never = 3


def in_a_loop(xs):
    for x in xs:
        if x > 1:
            print(last)
        last = x
    return last


def counts():
    global total
    total = total + 1
    return total


total = 0


def _helper(x):
    return jnp.min([x, 1])


def _helped(x):
    return jnp.sin(x)


def helps(x):
    return _helped(x)


def makes():
    return
    yield  # fact: unreached_rows unreached


def unfinished(x):
    y = jnp.min([x, 1])  # fact: unreached_rows unreached
    print(y)  # fact: unreached_rows unreached
    raise NotImplementedError("not yet")


def finished_for_some(x):
    y = jnp.min([x, 1])
    if x is None:
        return y
    raise NotImplementedError("not yet")


def tried(x):
    try:
        y = jnp.min([x, 1])
        raise NotImplementedError
    except NotImplementedError:
        return y


def twice(x):
    y = jnp.min([x, 1])  # fact: unreached_rows unreached
    return y  # fact: unreached_rows unreached


def twice(x):
    y = jnp.min([x, 2])
    return y


class Twice:
    @property
    def size(self):
        return 1

    @size.setter
    def size(self, value):
        self.kept = value

    def step(self, x):
        return jnp.min([x, 1])  # fact: unreached_rows unreached

    def step(self, x):
        return jnp.min([x, 2])


def wrapped(x):
    return x + 1


wrapped = jax.jit(wrapped)


def wrapped(x):
    return x + 2


def old(x):
    return x + 1


print(twice(1))


def old(x):
    return x + 2


def one_way(x):
    weighted, order = True, 2
    plain = False
    kind = "sum"
    if plain:
        x = jnp.min([x, 1])  # fact: unreached_rows unreached
    if kind == "mean":
        x = x / 2  # fact: unreached_rows unreached
    elif weighted:
        x = x + order
    if kind is None or not plain:
        return x
    return -x  # fact: unreached_rows unreached


def another_way(xs):
    found = False
    best = None
    for x in xs:
        if found:
            return x
        if best is None:
            best = x
        found = x > 0
    first = None
    for x in xs:
        if first is not None:
            return x  # fact: unreached_rows unreached
    return best


LEVEL = 3
if LEVEL == 2:
    print(jnp.min([LEVEL, 1]))  # fact: unreached_rows unreached


def told(x):
    if x is None:
        raise ValueError(f"{jnp.min([x, 1])}")  # fact: unreached_rows unreached
    if x.ndim: raise ValueError(jnp.min([x, 1]))
    assert x.size, (
        f"{jnp.min([x, 1])}"  # fact: unreached_rows unreached
    )
    assert jnp.min([x, 1]), "too small"
    raise ValueError


def finished(x):
    print(x)
    exit()
    print(jnp.min([x, 1]))  # fact: unreached_rows unreached


def finished_by_another(exit, x):
    exit()
    print(jnp.min([x, 1]))
