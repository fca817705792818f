import jax


def reset(env, seed):
    keys = jax.random.PRNGKey(seed)[None, :]
    return env.reset(keys)
