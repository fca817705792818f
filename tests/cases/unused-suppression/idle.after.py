# not executed: only comments change
import jax
import jax.numpy as jnp



def run(x, steps):
    a = jnp.sin(x)
    b = jnp.sin(a)
    # jaxopt-lint: disable[JOL401]
    c = jnp.sin(b)
    # jaxopt-lint: enable[JOL401]
    d = jax.tree_map(jnp.sin, c)  # jaxopt-lint: ignore[JOL701] old
    e = jax.tree_map(  # the function maps
        jnp.sin,
        d,  # noqa: E501, JOL701
    )
    f = jnp.sin(e)  # type: ignore
    return f


def inputs(key):
    return jax.random.normal(key, (5, 3)), 3
