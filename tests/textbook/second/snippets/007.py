import flax.linen as nn
import jax
import jax.numpy as jnp


class Probe(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(1)(nn.tanh(nn.Dense(64)(x)))


def make_problem(seed: int, n: int):
    rng = jax.random.key(seed)
    inputs = jax.random.normal(rng, (n, 32))
    model = Probe()
    variables = model.init(rng, inputs[:1])
    return model, variables, inputs


@jax.jit
def score(variables, inputs):
    return jnp.mean(Probe().apply(variables, inputs))


if __name__ == "__main__":
    _, variables, inputs = make_problem(0, 256)
    print(score(variables, inputs))
