# not executed: only comments change
import jax
import jax.numpy as jnp

# jaxopt-lint: file-ignore[JOL902]  # want: JOL002 "silences `JOL902`"


def run(x, steps):
    # jaxopt-lint: ignore[JOL201] few of them  # want: JOL002 "there is no such finding"
    a = jnp.sin(x)
    b = jnp.sin(a)  # jaxopt-lint: ignore[JOL101]  # want: JOL002 "`JOL101`"
    # jaxopt-lint: disable[JOL401]  # want: JOL002 "`JOL401`"
    c = jnp.sin(b)
    # jaxopt-lint: enable[JOL401]
    d = jax.tree_map(jnp.sin, c)  # jaxopt-lint: ignore[JOL701, JOL201] old  # want: JOL002 "`JOL201`"
    e = jax.tree_map(  # the function maps
        jnp.sin,
        d,  # noqa: E501, JOL701, JOL105  # want: JOL002 "`JOL105`"
    )
    f = jnp.sin(e)  # type: ignore  # noqa: JOL202  # want: JOL002 "`JOL202`"
    return f


def inputs(key):
    return jax.random.normal(key, (5, 3)), 3
