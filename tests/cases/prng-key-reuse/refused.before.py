# not executed: the drawn numbers change on purpose
import time

import jax
import jax.numpy as jnp
from jax import random


def same_key_on_every_turn(init_rng, data):
    out = []
    for batch in data:
        train_rng, eval_rng = random.split(init_rng)  # want: JOL802 "does not change in the loop: every iteration splits off the same keys"
        out.append(batch + random.normal(train_rng) - random.normal(eval_rng))
    return out


def same_mask_for_every_group(groups, dropout_rng):
    kept = []
    for group in groups:
        mask = random.bernoulli(dropout_rng, 0.9, group.shape)  # want: JOL802 "every iteration gets the same random bits"
        kept.append(jnp.where(mask, group, 0.0))
    return kept


def same_mask_where_asked_for(groups, dropout_rng, deterministic, rate):
    kept = []
    for group in groups:
        if not deterministic and rate > 0.0:
            group = group * random.bernoulli(dropout_rng, rate, group.shape)  # want: JOL802
        kept.append(group)
    return kept


def in_a_comprehension(key, sizes):
    return [random.normal(key, (n,)) for n in sizes]  # want: JOL802


def noise_on_every_leaf(key, params):
    return jax.tree.map(lambda p: p + random.normal(key, p.shape), params)  # want: JOL802 "one key for every run of the function that .jax.tree.map."


def noise_on_every_step(key, xs):
    def body(carry, x):
        return carry + x + random.normal(key, x.shape), None  # want: JOL802

    return jax.lax.scan(body, jnp.zeros(()), xs)[0]


def child_of_a_split(key, n):
    keys = random.split(key, 4)
    extra = random.fold_in(key, 3)  # want: JOL802 "child 3 of the split is the same key"
    return keys, extra


def device_folds_into_a_split_key(rng, x):
    rng_next, _ = random.split(rng)
    mine = random.fold_in(rng, jax.lax.axis_index("batch"))  # want: JOL802 "axis_index"
    return rng_next, random.normal(mine, x.shape)


class Sampler:
    def __init__(self, seed):
        self.key = random.key(seed)

    def draw(self, shape):
        x = random.normal(self.key, shape)
        self.key, _ = random.split(self.key)  # want: JOL802
        return x

    def pair(self, keys):
        a = random.normal(keys[0]) + random.normal(keys[1])
        return a + random.uniform(keys[0])  # want: JOL802 "`keys.0.`"


def carried_key_drawn_from(rng, n):
    for _ in range(n):
        rng, sub = random.split(rng)  # want: JOL802 "the iteration before"
        x = random.normal(sub) + random.normal(rng)
    return x


def another_name_for_it(key):
    seed = key
    a = random.normal(seed)
    return a + random.normal(key)  # want: JOL802


def one_arm_draws(key, flag, x):
    if flag:
        x = x + random.normal(key, x.shape)
    return x * random.bernoulli(key, 0.5, x.shape)  # want: JOL802


def train_step(state, batch, dropout_rng):
    logits = state.apply_fn(state.params, batch, rngs={"dropout": dropout_rng})
    return state.replace(params=logits)


def same_dropout_on_every_step(state, batches, rng):
    for batch in batches:
        state = train_step(state, batch, rng)  # want: JOL802
    return state


def drawn_by_method(dist, prior, seed):
    a = dist.sample(seed=seed)
    return a + prior.sample(seed=seed)  # want: JOL802


def closure_reads_it(key, x):
    a = random.normal(key, x.shape)
    b = random.uniform(key, x.shape)  # want: JOL802

    def later():
        return random.fold_in(key, 7)

    return a + b, later


def two_tests(key, a, b, x):
    if a:
        x = x + random.normal(key)
    if b:
        x = x * random.uniform(key)  # want: JOL802
    return x


def train(params, batches, key):
    start = time.time()
    for batch in batches:
        params = params + random.normal(key, batch.shape)  # want: JOL802
    return params, time.time() - start


def handed_on_before(key, shape, draw):
    x = draw(key, shape)
    y = random.normal(key, shape)
    z = random.uniform(key, shape)  # want: JOL802
    return x + y + z


def deep(key, shape, layers):
    for a in layers:
        for b in a:
            for c in b:
                for d in c:
                    for e in d:
                        for f in e:
                            x = random.normal(key, shape) + f  # want: JOL802 "does not change"
    return x + random.normal(key, shape)  # want: JOL802 "was used up by"


def given_away_before_the_loop(init, batches, key):
    params = init(key)
    for batch in batches:
        params = params + random.normal(key, batch.shape)  # want: JOL802 warning "does not change in the loop"
    return params
