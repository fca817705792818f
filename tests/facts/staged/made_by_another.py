import jax


def make_train(config):
    def train(rng):  # fact: staged jitted at made_by_another.py:24
        return jax.random.normal(rng, (config.size,))

    return train


def make_either(flag):
    def one(x):
        return x

    def other(x):
        return -x

    if flag:
        return one
    return other


def main(config):
    return jax.jit(make_train(config)), jax.jit(make_either(config.flag))
