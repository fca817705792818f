import equinox as eqx
import jax
import jax.random as jr


class TwoLayer(eqx.Module):
    first: eqx.nn.Linear
    second: eqx.nn.Linear

    def __init__(self, width, *, key):
        self.first = eqx.nn.Linear(width, width, key=key)
        self.second = eqx.nn.Linear(width, width, key=key)

    def __call__(self, x):
        return self.second(jax.nn.silu(self.first(x)))


@eqx.filter_jit
def forward(model, xs):
    return jax.vmap(model)(xs)


def main():
    mkey, dkey = jr.split(jr.key(42))
    model = TwoLayer(1024, key=mkey)
    return forward(model, jr.normal(dkey, (64, 1024)))
