# rule: changed-parameter
"""What the new keyword has to be depends on a value that is not written here."""
import jax


def called(f, shape, x, many):
    return jax.pure_callback(f, shape, x, vectorized=True)  # holds
    return jax.pure_callback(f, shape, x, vectorized=many)  # broken
