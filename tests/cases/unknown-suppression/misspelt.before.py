# jaxopt-lint: file-ignore[JOL88O] old results  # want: JOL001 "no rule `JOL88O`"
import jax
import jax.numpy as jnp


def run(x):
    a = jnp.sin(x)  # jaxopt-lint: ignore[python-loop-over-bach] few  # want: JOL001 "no rule"
    b = jnp.sin(a)  # jaxopt-lint: ignroe[JOL201]  # want: JOL001 "no `jaxopt-lint: ignroe`"
    c = jnp.sin(b)  # jaxopt-lint: ignore three items  # want: JOL001 "names no rule"
    d = jnp.sin(c)  # noqa: JOL7O1  # want: JOL001 "no rule `JOL7O1`"
    e = jnp.sin(d)  # noqa: E501, JOL999  # want: JOL001 "no rule `JOL999`"
    # jaxopt-lint: disable[JOL301, nothing-such]  # want: JOL001 "no rule `nothing-such`"
    f = jnp.sin(e)
    # jaxopt-lint: enable[nothing-such]  # want: JOL001 "no rule `nothing-such`"
    return f


def inputs(key):
    return (jax.random.normal(key, (5, 3)),)
