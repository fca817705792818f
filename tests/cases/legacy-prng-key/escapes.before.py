import jax


def returned(seed):
    return jax.random.PRNGKey(seed)  # want: JOL707


class Agent:
    def __init__(self, seed):
        self.key = jax.random.PRNGKey(seed)  # want: JOL707


def given_away(env, seed):
    key = jax.random.PRNGKey(seed)  # want: JOL707
    return env.reset(key)


def in_a_tree(seed, params):
    key = jax.random.PRNGKey(seed)  # want: JOL707
    return {"params": params, "key": key}


def batched(seed):
    key = jax.random.PRNGKey(seed)  # want: JOL707
    while True:
        key = jax.random.split(key, 2)
