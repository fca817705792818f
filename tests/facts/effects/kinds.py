import jax
import numpy as np

seen = []


def pure(x):
    return 2 * x + 1


def stores(x):  # fact: effects mutates reads
    seen.append(x)
    return x


def draws(x):  # fact: effects draws waits
    return x + np.random.normal()


def tells(x):  # fact: effects prints waits
    print(x)
    return x


def calls_back(x):  # fact: effects callback
    jax.debug.print("{}", x)
    return x


def through(x):  # fact: effects draws mutates reads waits
    return stores(draws(x))


def collective(x):  # fact: effects collective
    return jax.lax.psum(x, "d")


def unknown(f, x):  # fact: effects unknown
    return f(x)
