"""A test that waits for the error of a traced value, a few lines below the code that raises it."""

import jax
import pytest


def test_signs_need_a_value():
    @jax.jit
    def sign(x):
        if x > 0:
            return x
        return -x

    def twice(x):
        return sign(sign(x))

    with pytest.raises(jax.errors.TracerBoolConversionError):
        jax.make_jaxpr(twice)(0.5)
