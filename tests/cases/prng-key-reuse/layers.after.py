# not executed: it needs equinox
import equinox as eqx
import jax
import jax.random as jr


class Gated(eqx.Module):
    value: eqx.nn.Linear
    gate: eqx.nn.Linear
    out: eqx.nn.Linear

    def __init__(self, dim, *, key):
        inner, outer = jr.split(key)
        inner_1, inner_2 = jr.split(inner)
        self.value = eqx.nn.Linear(dim, dim, key=inner_1)
        self.gate = eqx.nn.Linear(dim, dim, key=inner_2)
        self.out = eqx.nn.Linear(dim, dim, key=outer)

    def __call__(self, x):
        return self.out(self.value(x) * jax.nn.sigmoid(self.gate(x)))


class Net(eqx.Module):
    embed: eqx.nn.Embedding
    first: Gated
    second: Gated

    def __init__(self, dim, key):
        # One key for all that follows.
        key_1, key_2, key_3 = jr.split(key, 3)
        self.embed = eqx.nn.Embedding(16, dim, key=key_1)
        self.first = Gated(dim, key=key_2)
        self.second = Gated(dim, key=key_3)

    def __call__(self, x):
        return self.second(self.first(self.embed(x)))


def tower(dim, depth, key):
    return [Gated(dim, key=key) for _ in range(depth)]


def actor_and_critic(key):
    key_1, key_2 = jr.split(key)
    actor = eqx.nn.MLP(4, 2, 64, 2, key=key_1)
    critic = eqx.nn.MLP(4, 1, 64, 2, key=key_2)
    return actor, critic


def online_and_target(key):
    key_1, key_2 = jr.split(key)
    online = eqx.nn.MLP(4, 2, 64, 2, key=key_1)
    target = eqx.nn.MLP(4, 2, 64, 2, key=key_2)
    return online, target


def problem(key):
    key_1, key_2 = jr.split(key)
    model = eqx.nn.Linear(8, 1, key=key_1)
    xs = jr.normal(key_2, (64, 8))
    return model, xs
