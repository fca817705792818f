import collections
import logging
import sys

import gymnasium as gym
import jax
import jax.numpy as jnp
import numpy as np
from flax import linen as nn
from tensorboardX import SummaryWriter
from tqdm import tqdm

log = logging.getLogger(__name__)


def computes(x, y):
    return jnp.sum(x) + max(1, 2) + jnp.dot(x, y)


def what_it_calls_is_left_out(x):
    return prints(x)


def prints(x):  # fact: own_effects prints waits
    print(x)


def waits_for_a_number(x):  # fact: own_effects waits
    return float(x)


def waits_for_numpy(x):  # fact: own_effects waits
    return np.asarray(x)


def blocks(x):  # fact: own_effects waits
    jax.block_until_ready(x)


def takes_the_number_of_an_array():  # fact: own_effects waits
    total = jnp.sum(jnp.arange(3))
    return total.item()


def logs(x):  # fact: own_effects prints reads waits
    log.info("%s", x)


def writes_out(x):  # fact: own_effects prints reads waits
    sys.stdout.write(x)


def shows_in_a_bar(x):  # fact: own_effects prints prints waits waits
    with tqdm(total=3) as bar:
        bar.set_postfix(x=x)


def raises(x):  # fact: own_effects raises
    if x is None:
        raise ValueError
    return x


def sets_a_global(x):  # fact: own_effects writes
    global kept
    kept = x


def sets_an_attribute(box, x):  # fact: own_effects writes
    box.x = x


def fills_its_own(x):
    found = []
    found.append(x)
    by_name = collections.defaultdict(list)
    by_name["x"].append(x)
    return found, by_name


def fills_what_it_is_given(found: list, x):  # fact: own_effects mutates
    found.append(x)


def calls_for_what_it_does(found, x):  # fact: own_effects unknown
    found.append(x)


def called_with_a_list(found, x):  # fact: own_effects mutates
    found.append(x)


def steps(seed, action):  # fact: own_effects draws draws reads waits waits
    env = gym.make("CartPole-v1")
    return env.step(action)


def steps_something(env, action):  # fact: own_effects unknown
    return env.step(action)


def annotated(writer: SummaryWriter | None, x):  # fact: own_effects prints waits
    writer.add_scalar("x", x)


def talks(x):  # fact: own_effects collective
    return jax.lax.psum(x * jax.lax.axis_index("d"), "d")


def rows(xs):
    return called_with_a_list([], xs)


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):  # fact: own_effects draws waits
        scale = self.param("scale", nn.initializers.ones, (3,))
        return x * scale * jax.random.normal(self.make_rng("noise"), x.shape)


class Trainer:
    def __init__(self):  # fact: own_effects waits writes writes
        self.rng = np.random.default_rng(0)
        self.losses = []

    def sample(self):  # fact: own_effects draws waits
        return self.rng.normal()

    def keep(self, loss):  # fact: own_effects mutates
        self.losses.append(loss)


def fills_what_may_be_its_argument(x):  # fact: own_effects unknown waits
    y = np.asarray(x)
    y[0] = 1
    return y


def renewed_in_between(xs):
    rows = []
    for x in xs:
        row = []
        for y in x:
            row.append(y)
        row = jnp.stack(row)
        rows.append(row)
    return rows


def passes_a_dict_of_lists(x):
    found = {"loss": [], "size": []}
    found["loss"].append(x)
    return found
