"""A decorator that translates control flow makes `if` on a traced value legal."""

import jax
from translator import control_flow


def test_translated():
    @control_flow
    def sign(x):
        if x > 0:
            return 1.0
        return -1.0

    assert jax.make_jaxpr(sign)(0.5).eqns
