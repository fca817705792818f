import jax
import numpy as np

seen = []


def pure(x):
    return 2 * x + 1


def stores(x):  # fact: consequences reads writes
    seen.append(x)
    return x


def draws(x):  # fact: consequences draws
    return x + np.random.normal()


def tells(x):  # fact: consequences tells
    print(x)
    return x


def calls_back(x):  # fact: consequences callback
    jax.debug.print("{}", x)
    return x


def through(x):  # fact: consequences draws reads writes
    return stores(draws(x))


def collective(x):  # fact: consequences collective
    return jax.lax.psum(x, "d")


def unknown(f, x):  # fact: consequences unknown
    return f(x)
