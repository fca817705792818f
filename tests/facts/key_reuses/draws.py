import jax


def twice(key):
    a = jax.random.normal(key, (3,))
    b = jax.random.uniform(key, (3,))  # fact: key_reuses key, used at 5
    return a, b


def split(key):
    a = jax.random.normal(key, (3,))
    key, sub = jax.random.split(jax.random.key(1))
    return a, jax.random.normal(key, (3,)), jax.random.uniform(sub, (3,))


def turns(key, xs):
    out = []
    for x in xs:
        out.append(x + jax.random.normal(key, x.shape))  # fact: key_reuses key, used at 19
    return out


def either(key, flag):
    if flag:
        return jax.random.normal(key)
    return jax.random.uniform(key)
