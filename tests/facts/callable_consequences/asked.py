import jax

seen = []


def pure(x):
    return 2 * x


def stores(x):
    seen.append(x)
    return x


pure
stores  # fact: callable_consequences reads writes
jax.jit(stores)  # fact: callable_consequences reads writes
jax.jit(pure)
