"""Names of three releases, each behind a test that they are there."""

import jax

if hasattr(jax, "new_ref") and hasattr(jax, "Ref"):
    from jax import Ref
elif hasattr(jax, "array_ref") and hasattr(jax, "ArrayRef"):
    from jax import ArrayRef as Ref
else:
    from jax.core import MutableArray as Ref


def is_ref(x):
    return isinstance(x, Ref)
