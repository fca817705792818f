import jax


@jax.jit
def step(w, x):
    return w * x


def fit(w, data, xs):
    for x in xs:
        placed = jax.device_put(data)  # fact: repeated_puts data nothing in the loop changes it
        w = step(w, placed) + x
    for x in xs:
        w = step(w, jax.device_put(x))
    return w
