"""Original: the split of a key is lost, so every step draws the same noise."""

import jax


# jaxopt-lint: verify(f32[D], key, D=3, fixed="D", grad=False)
@jax.jit
def f(x, key):
    for _ in range(4):
        key, sub = jax.random.split(key)
        x = x + jax.random.normal(sub, x.shape)
    return x
