import jax.numpy as jnp


def run(xs, x):
    out = []
    for row in xs:  # fact: loops independent
        out.append(jnp.sin(row))
    for _ in range(5):  # fact: loops carried, carries x
        x = jnp.cos(x)
    for row in xs:  # fact: loops opaque
        print(row)
    for row in xs:  # fact: loops independent, leaves last
        last = jnp.exp(row)
    squares = [row * row for row in xs]  # fact: loops independent
    return jnp.stack(out), x, last, squares
