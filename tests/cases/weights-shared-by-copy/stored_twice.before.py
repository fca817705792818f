# not executed: nothing is rewritten
import equinox as eqx
import jax


class Tied(eqx.Module):
    encode: eqx.nn.Linear
    decode: eqx.nn.Linear
    out: eqx.nn.Linear

    def __init__(self, key):
        k1, k2 = jax.random.split(key)
        layer = eqx.nn.Linear(4, 4, key=k1)
        self.encode = layer
        self.decode = layer  # want: JOL853 (warning) "`self.decode` and `self.encode` are two leaves"
        layer = eqx.nn.Linear(4, 1, key=k2)
        self.out = layer
