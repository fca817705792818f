# not executed: there is no fix
import jax

jax.default_matmul_precision = "tensorfloat32"  # want: JOL840 "puts a value in the place of a function"


def main(debug):
    jax.debug_nans = True  # want: JOL840 "sets nothing"
    jax.default_device = f"gpu:{debug}"  # want: JOL840
    return debug
