# not executed: the names are gone
"""Guards that are about something else, or that only raise again."""
import jax
import jax.numpy as jnp

VERSION = "2"


def product(x, version):
    if hasattr(x, "numerator"):
        return jnp.prod(x)
    if version == VERSION:
        return jnp.all(x)
    try:
        return jnp.vstack([x, x])
    except AttributeError as error:
        raise RuntimeError("no row_stack") from error


def late():
    # The guard is gone by the time that the function runs.
    try:
        def inner(x):
            return jnp.trapezoid(x)
    except AttributeError:
        inner = None
    return inner


def parsed(text, x):
    try:
        return jnp.prod(x) * int(text)
    except ValueError:
        return jax.numpy.ones(())


def counted(x, rows_of):
    # What `getattr` gives is called: the number says nothing of the release.
    processes = getattr(jax, "process_count", lambda: 1)()
    rows = rows_of(x, processes)
    if not rows:
        raise ValueError("no rows")
    return jnp.prod(x)
