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
        self.value = eqx.nn.Linear(dim, dim, key=inner)
        self.gate = eqx.nn.Linear(dim, dim, key=inner)  # want: JOL802 "first weights"
        self.out = eqx.nn.Linear(dim, dim, key=outer)

    def __call__(self, x):
        return self.out(self.value(x) * jax.nn.sigmoid(self.gate(x)))


class Net(eqx.Module):
    embed: eqx.nn.Embedding
    first: Gated
    second: Gated

    def __init__(self, dim, key):
        # One key for all that follows.
        self.embed = eqx.nn.Embedding(16, dim, key=key)
        self.first = Gated(dim, key=key)  # want: JOL802 "used up by `eqx.nn.Embedding`"
        self.second = Gated(dim, key=key)  # want: JOL802 "first weights"

    def __call__(self, x):
        return self.second(self.first(self.embed(x)))


def tower(dim, depth, key):
    return [Gated(dim, key=key) for _ in range(depth)]  # want: JOL802 "does not change in the loop"


def actor_and_critic(key):
    actor = eqx.nn.MLP(4, 2, 64, 2, key=key)
    critic = eqx.nn.MLP(4, 1, 64, 2, key=key)  # want: JOL802 "first weights"
    return actor, critic


def online_and_target(key):
    online = eqx.nn.MLP(4, 2, 64, 2, key=key)
    target = eqx.nn.MLP(4, 2, 64, 2, key=key)  # want: JOL802 "first weights"
    return online, target


def problem(key):
    model = eqx.nn.Linear(8, 1, key=key)
    xs = jr.normal(key, (64, 8))  # want: JOL802 "not independent"
    return model, xs
