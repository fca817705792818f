# Comments that silence something, and comments that other rules or other tools may need.
import jax
import jax.numpy as jnp


def run(x):
    a = jax.tree_map(jnp.sin, x)  # noqa: JOL701
    b = jax.tree_map(jnp.sin, a)  # jaxopt-lint: ignore[deprecated-tree-api] old on purpose
    c = jax.tree_map(jnp.sin, b)  # noqa
    d = jnp.sin(c)  # noqa
    e = jnp.sin(d)  # noqa: E501, PLR2004
    # jaxopt-lint: disable[JOL7]
    f = jax.tree_map(
        jnp.sin,
        e,
    )
    # jaxopt-lint: enable[JOL7]
    # Rules that are off run when they are selected, and a prefix may mean one of them.
    jax.debug.print("{}", f)  # jaxopt-lint: ignore[debug-print-left] wanted
    g = jnp.sin(f)  # jaxopt-lint: ignore[JOL4]
    return g  # jaxopt-lint: ignore[unused-suppression, JOL201] comes and goes
