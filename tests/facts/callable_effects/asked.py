import jax

seen = []


def pure(x):
    return 2 * x


def stores(x):
    seen.append(x)
    return x


pure
stores  # fact: callable_effects mutates reads
jax.jit(stores)  # fact: callable_effects mutates reads
jax.jit(pure)
